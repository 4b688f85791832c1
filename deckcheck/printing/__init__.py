"""Sheets to print: a schema's `print:` section and a checked deck → one layout → text, Markdown, HTML, PDF."""
