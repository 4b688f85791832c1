"""Codes of languages: the two letters of ISO 639-1."""

from __future__ import annotations

import re

_TWO_LETTERS = (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en "
    "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv "
    "ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne "
    "ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st "
    "su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
LANGUAGES = frozenset(_TWO_LETTERS.split())
_REGION = re.compile(r"([a-z]{2,3})(?:-[A-Za-z0-9]{2,8})*")


def is_language(text: str) -> bool:
    """Whether a text is a code as `fr` or `pt-BR`; of three letters any will do, as there are thousands."""
    match = _REGION.fullmatch(text)
    return match is not None and (len(match[1]) == 3 or match[1] in LANGUAGES)
