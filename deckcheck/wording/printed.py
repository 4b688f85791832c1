"""The words on printed sheets, in the languages of the games; a sheet is all in one of them."""

from __future__ import annotations

from deckcheck.wording.templates import SafeText, fill

PRINTED: dict[str, dict[str, str]] = {
    "en": {
        "title": "Deck list",
        "book": "Judge's book",
        "book.event": "Judge's book: {event}",
        "field.player": "Player",
        "field.id": "Player id",
        "field.event": "Event",
        "field.date": "Date",
        "field.deck": "Deck",
        "head.number": "No.",
        "head.count": "Qty",
        "head.name": "Card",
        "head.pages": "Pages",
        "head.check": "Check",
        "head.fingerprint": "Fingerprint",
        "head.decks": "Decks",
        "colon": ": ",
        "total": "Total: {number}",
        "amount": "{title}: {number}",
        "amount.least": "{title}: at least {number}",
        "amount.unknown": "{title}: not known",
        "decks": "{number:# deck|# decks}",
        "continued": "{title} (continued)",
        "rest": "{section}: other cards",
        "judge": "For the judge",
        "judge.list": "List checked by",
        "judge.round": "Deck check, round",
        "judge.result": "Infraction",
        "judge.initials": "Initials",
        "legal": "Legal[; {warnings:# warning|# warnings}][; not held to, as the deck asks: {ignored}]",
        "illegal": "Illegal: {errors:# problem|# problems}[; {warnings:# warning|# warnings}]"
        "[; not held to, as the deck asks: {ignored}]",
        "check": "Result of the check: {verdict}",
        "format": "Format: {format}",
        "list": "List: {name}[ of {first}]",
        "fingerprint": "Fingerprint: {code}",
        "demo": "Cards of an invented demo set",
        "page": "Page {number}/{of}",
    },
    "fr": {
        "title": "Liste de deck",
        "book": "Cahier du juge",
        "book.event": "Cahier du juge : {event}",
        "field.player": "Joueur",
        "field.id": "Identifiant",
        "field.event": "Événement",
        "field.date": "Date",
        "field.deck": "Deck",
        "head.number": "N°",
        "head.count": "Nb",
        "head.name": "Carte",
        "head.pages": "Pages",
        "head.check": "Contrôle",
        "head.fingerprint": "Empreinte",
        "head.decks": "Decks",
        "colon": " : ",
        "total": "Total : {number}",
        "amount": "{title} : {number}",
        "amount.least": "{title} : au moins {number}",
        "amount.unknown": "{title} : inconnu",
        "decks": "{number:# deck|# decks}",
        "continued": "{title} (suite)",
        "rest": "{section} : autres cartes",
        "judge": "Réservé au juge",
        "judge.list": "Liste contrôlée par",
        "judge.round": "Contrôle du deck, ronde",
        "judge.result": "Infraction",
        "judge.initials": "Initiales",
        "legal": "Valide[ ; {warnings:# avertissement|# avertissements}]"
        "[ ; non appliqué, à la demande du deck : {ignored:comma}]",
        "illegal": "Non valide : {errors:# problème|# problèmes}[ ; {warnings:# avertissement|# avertissements}]"
        "[ ; non appliqué, à la demande du deck : {ignored:comma}]",
        "check": "Résultat du contrôle : {verdict}",
        "format": "Format : {format}",
        "list": "Liste : {name}[ du {first}]",
        "fingerprint": "Empreinte : {code}",
        "demo": "Cartes d'un jeu de démonstration inventé",
        "page": "Page {number}/{of}",
    },
}


def printed(language: str, key: str, **facts: object) -> SafeText:
    """A word or sentence of a sheet; in English where there is no such language."""
    return fill(PRINTED[language if language in PRINTED else "en"][key], facts)
