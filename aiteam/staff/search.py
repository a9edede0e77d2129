"""Finding people by what somebody remembers of their name."""

import unicodedata

# Letters that Unicode does not take apart into a base letter and a mark.
WITHOUT_MARKS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})


def fold(text: str) -> str:
    """`text` without case and diacritics, so that "muller" finds "Müller", "straße" finds "STRASSE" and "sorensen" finds "Sørensen"."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)).translate(WITHOUT_MARKS)


# Parts before a Dutch family name that a Dutch list passes over: "van der Heijden" stands under H.
DUTCH_PARTS = frozenset(
    [
        "aan",
        "bij",
        "d",
        "da",
        "de",
        "del",
        "dem",
        "den",
        "der",
        "des",
        "di",
        "du",
        "het",
        "in",
        "la",
        "le",
        "les",
        "lo",
        "los",
        "of",
        "onder",
        "op",
        "over",
        "t",
        "te",
        "ten",
        "ter",
        "tot",
        "uit",
        "van",
        "ver",
        "von",
        "voor",
        "vom",
        "zu",
        "zum",
        "zur",
    ]
)


def sort_name(given: str, family: str, language: str) -> str:
    """What orders names as a reader's language does, on every database: by family name without case and marks, then by the rest.

    Where two names differ in marks alone, the marks decide. In Dutch the parts before the family name come after the given name.
    """
    parts, main = _parts_and_main(family) if language == "nl" else ("", family)
    return f"{' '.join(filter(None, map(fold, (main, given, parts))))}\x1f{family[:40]}"


def _parts_and_main(family: str) -> tuple[str, str]:
    words = family.split()
    count = next((index for index, word in enumerate(words[:-1]) if fold(word).strip("'’") not in DUTCH_PARTS), len(words) - 1)
    return " ".join(words[:count]), " ".join(words[count:])
