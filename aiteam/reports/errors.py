"""What can go wrong while a document is made."""


class ReportError(Exception):
    """The document could not be drawn; the message says what stood in the way."""
