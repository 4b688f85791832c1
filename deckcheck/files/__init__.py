"""Files and their places: bytes → text → YAML nodes, each with its line, and what is wrong with their shape."""
