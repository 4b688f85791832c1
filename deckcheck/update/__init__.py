"""Public files of cards as card records: what a schema says of such a file, and the records that come of it."""
