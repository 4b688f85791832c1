"""Rules of construction: read from a schema, judged by one kernel."""
