"""Proposals as they are made and decided."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from aiteam.lib.saving import saved
from aiteam.staff.certification_forms import CertificateForm, EvidenceForm
from aiteam.staff.evidence import Evidence, remove_file
from aiteam.staff.forms import SkillForm
from aiteam.staff.models import HeldCertification, Person, PersonSkill
from aiteam.staff.proposals import Proposal


class CorrectionForm(forms.ModelForm):  # type: ignore[type-arg]
    text = forms.CharField(label=_("What is to be corrected"), max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))

    class Meta:
        model = Proposal
        fields = ("text",)


class ProposalFileForm(EvidenceForm):
    """Evidence of the certificate that `instance` proposes, where there is some."""

    class Meta:
        model = Proposal
        fields = ("file",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].required = False

    def clean_file(self) -> Any:
        return super().clean_file() if self.cleaned_data.get("file") else ""


def record_form(kind: str, person: Person, data: Any, *, by: Any) -> Any:
    """The form of the record that a proposal is about; saving it stores the record itself."""
    if kind == Proposal.Kind.SKILL:
        return SkillForm(data, instance=PersonSkill(person=person))
    people = Person.objects.filter(pk=person.pk)
    source = HeldCertification.Source.PROPOSAL
    form = CertificateForm(data, people=people, actor=by, source=source, instance=HeldCertification(person=person))
    form.fields["person"].disabled = True
    return form


class DecisionForm(forms.Form):
    """Refusing takes a reason. Accepting stores the record, and fails with the record's own complaints where that cannot be."""

    decision = forms.ChoiceField(label=_("Decision"))
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)

    def __init__(self, *args: Any, proposal: Proposal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.proposal = proposal
        choices = (Proposal.Decision.ACCEPTED, Proposal.Decision.REFUSED)
        self.fields["decision"].choices = [(choice.value, choice.label) for choice in choices]  # type: ignore[attr-defined]
        self.record = None
        if proposal.kind != Proposal.Kind.CORRECTION:
            self.record = record_form(proposal.kind, proposal.person, proposal.answers, by=proposal.by)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("decision") == Proposal.Decision.REFUSED and not data.get("reason"):
            self.add_error("reason", _("A refusal needs a reason."))
        if data.get("decision") == Proposal.Decision.ACCEPTED and self.record is not None and not self.record.is_valid():
            self.add_error("decision", [message for messages in self.record.errors.values() for message in messages])
        return data

    def save(self, actor: Any) -> bool:
        """Whether the decision is stored, and the record with it. Call it within a transaction."""
        proposal, data = self.proposal, self.cleaned_data
        if data["decision"] == Proposal.Decision.ACCEPTED and self.record is not None and not saved(self.record):
            self.add_error("decision", self.record.non_field_errors())
            return False
        proposal.decision, proposal.reason = data["decision"], data["reason"]
        proposal.decided_by, proposal.decided_at = actor, timezone.now()
        self._settle_file()
        proposal.save()
        return True

    def _settle_file(self) -> None:
        """The reviewer has judged it with the proposal: it becomes the record's evidence, or goes for good."""
        proposal = self.proposal
        if not proposal.file:
            return
        if proposal.decision == Proposal.Decision.ACCEPTED and self.record is not None:
            Evidence.objects.create(
                held=self.record.instance,
                file=proposal.file.name,
                name=proposal.name,
                content_type=proposal.content_type,
                size=proposal.size,
                uploaded_by=proposal.by,
                decision=Evidence.Decision.ACCEPTED,
                decided_by=proposal.decided_by,
                decided_at=proposal.decided_at,
            )
        else:
            remove_file(proposal)
        proposal.file, proposal.name, proposal.content_type, proposal.size = "", "", "", 0

    def described(self) -> list[tuple[str, Any]]:
        """What the record would say, for people to read."""
        if self.record is None:
            return []
        self.record.is_valid()
        values = {name: self.record.cleaned_data.get(name, self.proposal.answers.get(name)) for name in self.record.fields}
        return [(str(self.record.fields[name].label), value) for name, value in values.items() if value and name != "person"]
