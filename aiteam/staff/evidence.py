"""Files that prove a certificate: judged by their content, kept under a random name, reviewed by somebody else than the holder."""

import os
import unicodedata
import uuid
import warnings
from functools import partial
from threading import Lock
from typing import IO, Any, ClassVar, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.storage import FileSystemStorage
from django.db import models, transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageFile

from aiteam.accounts.policy import may

MAX_BYTES = 10 * 1024 * 1024
MAX_PIXELS = 50_000_000
PDF, PNG, JPEG = "application/pdf", "image/png", "image/jpeg"
SUFFIXES = {PDF: ".pdf", PNG: ".png", JPEG: ".jpg"}
IMAGES = {PNG: "PNG", JPEG: "JPEG"}


class EvidenceStorage(FileSystemStorage):
    """A folder of its own that no address leads to; read from the settings at each use."""

    @property
    def base_location(self) -> str:
        return str(settings.EVIDENCE_DIR)

    @property
    def location(self) -> str:
        return os.path.abspath(self.base_location)

    def url(self, name: str | None) -> str:
        raise ValueError("Evidence is handed out by a guarded page only.")


def evidence_storage() -> EvidenceStorage:
    return EvidenceStorage(file_permissions_mode=0o600, directory_permissions_mode=0o700)


def random_name(_instance: models.Model, _name: str) -> str:
    return uuid.uuid4().hex


class EvidenceQuerySet(models.QuerySet["Evidence"]):
    def visible_to(self, user: Any) -> Self:
        """Everybody's for those who may see people, their own for engineers."""
        if may(user, "people.view"):
            return self
        return self.filter(held__person__user=user) if may(user, "own.view") else self.none()


class Evidence(models.Model):
    """A file with the decision on it."""

    class Decision(models.TextChoices):
        WAITING = "waiting", _("waits for review")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("rejected")

    held = models.ForeignKey("staff.HeldCertification", on_delete=models.CASCADE, related_name="evidence", verbose_name=_("certificate"))
    file = models.FileField(_("file"), storage=evidence_storage, upload_to=random_name)
    name = models.CharField(_("file name"), max_length=150)
    content_type = models.CharField(_("kind of file"), max_length=20, choices=[(PDF, "PDF"), (PNG, "PNG"), (JPEG, "JPEG")])
    size = models.PositiveIntegerField(_("size in bytes"))
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("uploaded by")
    )
    uploaded_at = models.DateTimeField(_("uploaded at"), auto_now_add=True)
    decision = models.CharField(_("decision"), max_length=10, choices=Decision, default=Decision.WAITING)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)

    objects = EvidenceQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-uploaded_at", "-pk"]
        verbose_name = _("evidence")
        verbose_name_plural = _("evidence")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(decision="rejected") | ~models.Q(reason=""),
                name="staff_evidence_rejected_with_reason",
                violation_error_message=_("A rejection needs a reason."),
            )
        ]

    def __str__(self) -> str:
        return self.name


@receiver(post_delete, sender=Evidence)
def remove_file(instance: Any, **_kwargs: Any) -> None:
    """Once the row is gone for good; a deletion that is rolled back keeps its file."""
    if name := instance.file.name:
        transaction.on_commit(partial(instance.file.storage.delete, name))


def content_type_of(file: IO[bytes], size: int) -> str:
    """PDF, PNG or JPEG by what is in the file, whatever its name says. Raises ValidationError."""
    if size > MAX_BYTES:
        raise ValidationError(_("The file is larger than 10 MB."), code="too_large")
    file.seek(0)
    head = file.read(8)
    found = None
    if head.startswith(b"%PDF-") and _is_whole_pdf(file, size):
        found = PDF
    elif head == b"\x89PNG\r\n\x1a\n" and _is_whole_image(file, PNG):
        found = PNG
    elif head.startswith(b"\xff\xd8\xff") and _is_whole_image(file, JPEG):
        found = JPEG
    file.seek(0)
    if found is None:
        raise ValidationError(_("This is no readable PDF, PNG or JPEG file."), code="wrong_kind")
    return found


def _is_whole_pdf(file: IO[bytes], size: int) -> bool:
    """With a table of contents and the mark of the end in the last kilobyte, as readers look for them."""
    file.seek(max(0, size - 1024))
    tail = file.read()
    return b"startxref" in tail and b"%%EOF" in tail


class _TruncationTold:
    """Pillow accepts half a picture for the whole process once some library asks it to, as WeasyPrint does; here it may not."""

    lock = Lock()

    def __enter__(self) -> None:
        self.lock.acquire()
        self.before = ImageFile.LOAD_TRUNCATED_IMAGES
        ImageFile.LOAD_TRUNCATED_IMAGES = False

    def __exit__(self, *_raised: object) -> None:
        ImageFile.LOAD_TRUNCATED_IMAGES = self.before
        self.lock.release()


_truncation_told = _TruncationTold()


def _is_whole_image(file: IO[bytes], content_type: str) -> bool:
    file.seek(0)
    try:
        with warnings.catch_warnings(), Image.open(file, formats=[IMAGES[content_type]]) as image:
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit below is the lower one
            if image.width * image.height > MAX_PIXELS:
                return False
            with _truncation_told:
                image.load()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):  # what Pillow raises for damaged files
        return False
    return True


def clean_name(name: str, content_type: str) -> str:
    """A name that is safe to offer for download: no folders, no signs that steer, and the ending of what the file is."""
    base = os.path.basename(name.replace("\\", "/"))
    visible = "".join(sign for sign in unicodedata.normalize("NFC", base) if unicodedata.category(sign)[0] != "C" and sign not in '<>:"|?*')
    stem, ending = os.path.splitext(visible.strip(" ."))
    suffix = SUFFIXES[content_type]
    if ending.lower() in {suffix, ".jpeg"} and (ending.lower() != ".jpeg" or content_type == JPEG):
        suffix = ending.lower()
    return f"{stem.strip(' .')[:120] or 'evidence'}{suffix}"
