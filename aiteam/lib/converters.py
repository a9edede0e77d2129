"""What may stand in an address."""


class CodeConverter:
    """A code of the catalogue; anything else in its place is no page, whatever a database would say to it."""

    regex = "[A-Za-z0-9][A-Za-z0-9+_.:-]{0,59}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
