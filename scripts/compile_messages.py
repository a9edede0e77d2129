"""Compiles each locale/*/LC_MESSAGES/*.po that is newer than its .mo, with Babel: a running site then needs no gettext tools."""

import os
from pathlib import Path

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def is_stale(source: Path, compiled: Path) -> bool:
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def compile_messages(source: Path, compiled: Path) -> None:
    """Write the catalogue `source` as `compiled`, in one step, so that a running server never reads half of it."""
    from babel.messages.mofile import write_mo  # only here: most starts have nothing to compile, and Babel takes its time
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parts[-3])
    unfinished = compiled.with_suffix(f".{os.getpid()}.tmp")
    try:
        with unfinished.open("wb") as file:
            write_mo(file, catalogue)
        unfinished.replace(compiled)
    finally:
        unfinished.unlink(missing_ok=True)


def main(folder: Path = LOCALE) -> int:
    """The number of catalogues compiled."""
    stale = [
        (source, compiled)
        for source in sorted(folder.glob("*/LC_MESSAGES/*.po"))
        if is_stale(source, compiled := source.with_suffix(".mo"))
    ]
    for source, compiled in stale:
        compile_messages(source, compiled)
    return len(stale)


if __name__ == "__main__":
    main()
