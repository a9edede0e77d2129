"""Certificates, their evidence and their credits, as they are typed in."""

from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from aiteam.catalog.models import Certification
from aiteam.lib.conflicts import SeenForm
from aiteam.lib.days import DayField
from aiteam.lib.numbers import DecimalField
from aiteam.lib.tags import STATES
from aiteam.planner.certificates import Lifetime
from aiteam.staff.credits import MAX_CREDITS, CreditEntry
from aiteam.staff.evidence import Evidence, clean_name, content_type_of
from aiteam.staff.models import HeldCertification
from aiteam.staff.renewals import counts_from, follow
from aiteam.staff.states import CertificateRow, certificate_rows

TWENTY_YEARS = 20 * 366


class CertificateForm(SeenForm):
    """A certificate of somebody who has not left. Whose it is stays once it is stored; what renews or is renewed stays of the same certification, too.

    `actor` is who records it; a new row remembers that.
    """

    issued_on = DayField(label=_("Issued on"), days_ahead=0)
    printed_ends_on = DayField(
        label=_("Last valid day printed on it"),
        days_ahead=TWENTY_YEARS,
        required=False,
        help_text=_("Without it the end follows from the catalogue's rule for the day of issue."),
    )

    class Meta:
        model = HeldCertification
        fields = ("person", "certification", "issued_on", "printed_ends_on", "number", "verification_url")
        widgets = {"verification_url": forms.URLInput}

    def __init__(self, *args: Any, people: Any, actor: Any, source: str = HeldCertification.Source.TYPED, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["person"].queryset = people  # type: ignore[attr-defined]
        self.fields["person"].disabled = bool(self.instance.pk or self.instance.renews_id)
        self.fields["certification"].disabled = bool(self.instance.renews_id or (self.instance.pk and self.instance.renewed_by.exists()))
        if not self.instance.pk:
            self.instance.recorded_by, self.instance.source = actor, source

    def clean_issued_on(self) -> date:
        issued_on: date = self.cleaned_data["issued_on"]
        renewed = self.instance.renews
        if renewed and issued_on <= renewed.issued_on:
            raise forms.ValidationError(_("A renewal is issued after the certificate it renews."))
        first_renewal = self.instance.renewed_by.order_by("issued_on").first() if self.instance.pk else None
        if first_renewal and issued_on >= first_renewal.issued_on:
            raise forms.ValidationError(_("A renewal of this certificate was issued on or before this day."))
        if self.instance.revoked_on and issued_on > self.instance.revoked_on:
            raise forms.ValidationError(_("This is after the day on which it was revoked."))
        return issued_on

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        issued_on, ends_on = data.get("issued_on"), data.get("printed_ends_on")
        if issued_on and ends_on and ends_on < issued_on:
            self.add_error("printed_ends_on", _("The certificate ends before it was issued."))
        if issued_on and "person" in data and "certification" in data:
            twins = HeldCertification.objects.filter(person=data["person"], certification=data["certification"], issued_on=issued_on)
            if twins.exclude(pk=self.instance.pk).exists():
                self.add_error("issued_on", _("This certificate, issued on this day, is already recorded."))
        if issued_on and self.instance.renews:
            self.instance.counts_from = counts_from(self.instance.renews, issued_on)
        return data

    def save(self, commit: bool = True) -> HeldCertification:
        """A renewal whose months are added to this end follows when the end is corrected."""
        with transaction.atomic():
            held: HeldCertification = super().save(commit)
            follow([held.pk])
        return held

    def lifetime(self) -> Lifetime | None:
        """What the answers so far come to; None while the day or the certification is missing."""
        data = getattr(self, "cleaned_data", {})
        issued_on, certification = data.get("issued_on"), data.get("certification")
        if issued_on is None or certification is None:
            return None
        life: Lifetime = certification.lifetime(issued_on, data.get("printed_ends_on"), self.instance.counts_from)
        return life

    def renewed_row(self) -> CertificateRow | None:
        """The certificate that this one renews, as it stands today."""
        renewed = self.instance.renews
        if renewed is None:
            return None
        held = HeldCertification.objects.with_rules().filter(person=renewed.person_id)
        return next(row for row in certificate_rows(held, timezone.localdate()) if row.held.pk == renewed.pk)


class RevokeForm(SeenForm):
    revoked_on = DayField(
        label=_("Revoked on"), days_ahead=0, required=False, help_text=_("From this day on it is void. Empty takes the revocation back.")
    )

    class Meta:
        model = HeldCertification
        fields = ("revoked_on", "revocation_reason")

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        day = data.get("revoked_on")
        if day and day < self.instance.issued_on:
            self.add_error("revoked_on", _("This is before the day of issue."))
        if day and not data.get("revocation_reason"):
            self.add_error("revocation_reason", _("A revocation needs a reason."))
        if not day and "revoked_on" in data:
            data["revocation_reason"] = ""
        return data


class EvidenceForm(forms.ModelForm):  # type: ignore[type-arg]
    """A file for the certificate that `instance` names."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("PDF, PNG or JPEG, at most 10 MB."),
        max_length=255,
        widget=forms.FileInput(attrs={"accept": ".pdf,.png,.jpg,.jpeg"}),
    )

    class Meta:
        model = Evidence
        fields = ("file",)

    def clean_file(self) -> "UploadedFile[Any]":
        file: UploadedFile[Any] = self.cleaned_data["file"]
        size = file.size or 0
        content_type = content_type_of(file, size)
        self.instance.content_type, self.instance.size = content_type, size
        self.instance.name = clean_name(str(file.name), content_type)
        return file


class ReviewForm(SeenForm):
    class Meta:
        model = Evidence
        fields = ("decision", "reason")

    def __init__(self, *args: Any, actor: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.actor = actor
        decision = Evidence.Decision
        self.fields["decision"] = forms.ChoiceField(
            label=_("Decision"), choices=[(choice.value, choice.label) for choice in (decision.ACCEPTED, decision.REJECTED)]
        )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("decision") == Evidence.Decision.REJECTED and not data.get("reason"):
            self.add_error("reason", _("A rejection needs a reason."))
        return data

    def save(self, commit: bool = True) -> Evidence:
        self.instance.decided_by, self.instance.decided_at = self.actor, timezone.now()
        evidence: Evidence = super().save(commit)
        return evidence


class CreditForm(forms.ModelForm):  # type: ignore[type-arg]
    """Credits for the certificate that `instance` names."""

    on = DayField(label=_("Day"), days_ahead=0)
    credits = DecimalField(label=_("Credits"), max_value=MAX_CREDITS)

    class Meta:
        model = CreditEntry
        fields = ("on", "credits", "kind", "is_group_a", "what", "evidence")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["evidence"].queryset = self.instance.held.evidence.all()  # type: ignore[attr-defined]
        if not self.instance.held.certification.upkeep_credits_group_a_min:
            del self.fields["is_group_a"]

    def clean_credits(self) -> Decimal:
        credits: Decimal = self.cleaned_data["credits"]
        if credits <= 0:
            raise forms.ValidationError(_("Credits are more than 0."))
        return credits


class RegisterFilter(forms.Form):
    STATE = (
        ("", _("All that count")),
        *STATES.items(),
        ("all", _("All, earlier ones too")),
    )

    q = forms.CharField(label=_("Name, number or email"), required=False, max_length=200, widget=forms.SearchInput)
    certification = forms.ModelChoiceField(
        Certification.objects.all(), to_field_name="code", label=_("Certification"), required=False, empty_label=_("Every certification")
    )
    state = forms.ChoiceField(choices=STATE, label=_("State"), required=False)
