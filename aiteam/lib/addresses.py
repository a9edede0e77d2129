"""Addresses of pages for whoever reads them outside the site: in a mail, in a calendar."""

from django.conf import settings
from django.urls import reverse


def public_address(page: str, *args: object) -> str:
    """The whole address of a page; empty where the site was not told its own, since a guessed one may lead nowhere."""
    return f"{settings.PUBLIC_URL}{reverse(page, args=args)}" if settings.PUBLIC_URL else ""
