"""English: the small words of lists and truths."""

from __future__ import annotations

LISTING = {"and": "and", "or": "or", "more": "{} more", "yes": "true", "no": "false"}
