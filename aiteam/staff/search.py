"""Finding people by what somebody remembers of their name."""

import unicodedata

# Letters that Unicode does not take apart into a base letter and a mark.
WITHOUT_MARKS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})


def fold(text: str) -> str:
    """`text` without case and diacritics, so that "muller" finds "Müller", "straße" finds "STRASSE" and "sorensen" finds "Sørensen"."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)).translate(WITHOUT_MARKS)
