"""Tells for each language how many texts are translated, open and doubtful."""

import sys
from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def main(folder: Path = LOCALE) -> None:
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        catalogue = polib.pofile(str(source))
        done, still_open, doubtful = catalogue.translated_entries(), catalogue.untranslated_entries(), catalogue.fuzzy_entries()
        sys.stdout.write(f"{source.parts[-3]}: {len(done)} translated, {len(still_open)} open, {len(doubtful)} doubtful\n")


if __name__ == "__main__":
    main()
