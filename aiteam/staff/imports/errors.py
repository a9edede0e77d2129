"""What can go wrong while a file is read."""


class UnreadableFile(Exception):
    """The file as a whole cannot be taken; the message is a translated sentence for the user."""


class CellError(ValueError):
    """One cell cannot be read; the message is a translated reason."""
