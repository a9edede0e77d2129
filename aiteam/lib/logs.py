"""What no log may hold: the secret of a private calendar is all one needs to read it, and it stands in the address."""

import logging
import re

_SECRET = re.compile(r"(/calendar/)[^/\s?\"']+")


def masked(text: str) -> str:
    return _SECRET.sub(r"\1***", text)


class MaskingFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))
