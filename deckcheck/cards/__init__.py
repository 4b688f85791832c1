"""Cards: their records in YAML and CSV, the pool made of them, and their names."""
