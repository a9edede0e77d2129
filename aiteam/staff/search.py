"""Finding people by what somebody remembers of their name, and putting names in order, the same on every database."""

import re
import unicodedata

# Letters that Unicode does not take apart into a base letter and a mark, and signs that are typed in more than one way.
LIKE = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
    | dict.fromkeys("’‘`´ʼ′", "'")
    | dict.fromkeys("‐‑‒–—−", "-")
)
GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
# Parts before a Dutch family name that a Dutch list passes over: "van der Heijden" stands under H.
DUTCH_PARTS = frozenset(["aan", "bij", "d", "da", "de", "del", "dem", "den", "der", "des", "di", "du", "het", "in", "la", "le", "les", "lo", "los", "of", "onder", "op", "over", "s", "t", "te", "ten", "ter", "tot", "uit", "van", "ver", "von", "voor", "vom", "zu", "zum", "zur"])  # fmt: skip
PART_WITH_APOSTROPHE = re.compile(r"(?P<part>['’]?[dlst]['’])(?=\w)", re.IGNORECASE)
KEY_BYTES = 120


def fold(text: str) -> str:
    """`text` without case and diacritics, so that "muller" finds "Müller", "straße" finds "STRASSE" and "sorensen" finds "Sørensen"."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)).translate(LIKE)


def searchable(*words: str) -> str:
    """What a search looks into: the folded words, and where they have umlauts once more as Germans write them without ("ueberfeld")."""
    text = " ".join(words)
    if text.isascii():
        return text.lower()
    spelt_out = fold(unicodedata.normalize("NFC", text).casefold().translate(GERMAN))
    return " ".join(dict.fromkeys([fold(text), spelt_out]))


def sort_name(given: str, family: str, language: str) -> str:
    """What orders names as a reader's language does: by family name without case and marks, then by given name.

    Where two names differ in marks alone, the marks decide. In Dutch the parts before the family name come after the given name.
    """
    parts, main = _parts_and_main(family) if language == "nl" else ("", family)
    return _key(_letters(main), _letters(given), _letters(parts), family)


def sort_number(number: str) -> str:
    """What orders personnel numbers as people count: A-2 before A-10."""
    return _key(re.sub(r"\d+", lambda digits: digits[0].lstrip("0").zfill(12), fold(number)), number)


def _key(*parts: str) -> str:
    """Sixteen signs that every database orders alike, whatever its collation, so that an index serves on each."""
    return "\x01".join(parts).encode()[:KEY_BYTES].hex()


def _letters(text: str) -> str:
    """Apostrophes and hyphens do not count: O'Brien stands beside Obrien."""
    return " ".join(re.sub(r"[^\w\s]", "", fold(text)).split())


def _parts_and_main(family: str) -> tuple[str, str]:
    words = PART_WITH_APOSTROPHE.sub(r"\g<part> ", family).split()
    count = next((index for index, word in enumerate(words[:-1]) if fold(word).strip("'") not in DUTCH_PARTS), len(words) - 1)
    return " ".join(words[:count]), " ".join(words[count:])
