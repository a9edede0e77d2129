"""Mails kept in the database, for a site in demo mode or without a mail server."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from aiteam.notices.models import StoredMail

REMINDER_HEADER = "X-AITeam-Reminder"


class OutboxBackend(BaseEmailBackend):
    """Keeps the plain text of each mail; the outbox page shows them."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        StoredMail.objects.bulk_create(
            StoredMail(
                sender=message.from_email,
                receivers=", ".join(message.recipients()),
                subject=str(message.subject),
                body=str(message.body),
                is_reminder=REMINDER_HEADER in message.extra_headers,
            )
            for message in email_messages
        )
        return len(email_messages)
