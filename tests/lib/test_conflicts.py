"""Two tabs that save one record, and what else happens to a row while its form is open."""

import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django import forms
from django.http import Http404, QueryDict
from django.utils import translation

from aiteam.lib.conflicts import SeenForm
from aiteam.lib.days import DayField
from aiteam.lib.numbers import DecimalField
from aiteam.lib.saving import saved
from aiteam.staff.models import HeldCertification, Person
from tests.builders import make_held, make_person
from tests.forms import untouched

pytestmark = pytest.mark.django_db


class PersonForm(SeenForm):
    experience_since = DayField(days_ahead=0, required=False)
    study_hours_per_week = DecimalField(required=False)

    class Meta:
        model = Person
        fields = ("given_name", "family_name", "email", "experience_since", "study_hours_per_week", "may_be_trained", "notes")
        widgets = {"notes": forms.Textarea}


class CertificateForm(SeenForm):
    class Meta:
        model = HeldCertification
        fields = ("certification", "number")


def opened(row: Any, form: type[SeenForm] = PersonForm) -> QueryDict:
    return untouched(form(instance=row))


def sent(row: Any, data: QueryDict, form: type[SeenForm] = PersonForm, **typed: str) -> SeenForm:
    data = data.copy()
    data.update(dict.fromkeys(typed, ""))
    for name, value in typed.items():
        data[name] = value
    return form(data, instance=type(row).objects.get(pk=row.pk))


def test_what_two_tabs_change_in_different_fields_is_all_kept() -> None:
    person = make_person(given_name="Ada", notes="Night shifts")
    first_tab, second_tab = opened(person), opened(person)
    assert saved(sent(person, first_tab, given_name="Adele", may_be_trained=""))
    assert saved(sent(person, second_tab, notes="No night shifts"))
    person.refresh_from_db()
    assert (person.given_name, person.may_be_trained, person.notes) == ("Adele", False, "No night shifts")


def test_what_two_tabs_change_in_one_field_is_put_to_the_second_and_both_are_shown() -> None:
    person = make_person(experience_since=date(2020, 1, 31))
    first_tab, second_tab = opened(person), opened(person)
    assert saved(sent(person, first_tab, experience_since="2021-03-01"))
    second = sent(person, second_tab, experience_since="2022-05-02", notes="Asked her")
    assert not saved(second)
    assert second.errors["experience_since"] == ["Changed meanwhile; stored now: 1 Mar 2021. Save again to put yours in its place."]
    assert list(second.errors) == ["experience_since"]
    assert 'value="2022-05-02"' in str(second["experience_since"])
    person.refresh_from_db()
    assert (person.experience_since, person.notes) == (date(2021, 3, 1), "")
    again = PersonForm(second.data, instance=Person.objects.get(pk=person.pk))
    assert saved(again)
    person.refresh_from_db()
    assert (person.experience_since, person.notes) == (date(2022, 5, 2), "Asked her")


def test_a_third_change_between_the_warning_and_the_second_try_is_told_again() -> None:
    person = make_person(given_name="Ada")
    data = opened(person)
    Person.objects.update(given_name="Adele")
    refused = sent(person, data, given_name="Aida")
    assert not saved(refused)
    Person.objects.update(given_name="Adelheid")
    again = PersonForm(refused.data, instance=Person.objects.get(pk=person.pk))
    assert not saved(again)
    assert "Adelheid" in str(again.errors["given_name"])


def test_the_same_change_in_both_tabs_is_no_conflict() -> None:
    person = make_person(given_name="Ada")
    first_tab, second_tab = opened(person), opened(person)
    assert saved(sent(person, first_tab, given_name="Adele"))
    assert saved(sent(person, second_tab, given_name="Adele "))


def test_a_bulk_update_of_a_column_the_form_lacks_stays() -> None:
    person = make_person()
    form = sent(person, opened(person), given_name="Adele")
    Person.objects.filter(pk=person.pk).update(job_title="Architect")
    assert saved(form)
    person.refresh_from_db()
    assert (person.given_name, person.job_title) == ("Adele", "Architect")


def test_a_number_left_as_seen_is_unchanged_in_every_language_and_writing() -> None:
    person = make_person(study_hours_per_week=Decimal("7.5"))
    with translation.override("nl"):
        data = opened(person)
        assert data["study_hours_per_week"] == "7,5"
        Person.objects.filter(pk=person.pk).update(study_hours_per_week=Decimal("6.25"))
        assert saved(sent(person, data, given_name="Adele"))
        person.refresh_from_db()
        assert person.study_hours_per_week == Decimal("6.25")
        late = sent(person, data, study_hours_per_week="4,0")
        assert not saved(late)
        assert "6,25" in str(late.errors["study_hours_per_week"])


def test_line_ends_of_the_browser_are_no_change() -> None:
    person = make_person(notes="one\ntwo")
    data = opened(person)
    data["notes"] = "one\r\ntwo"
    Person.objects.filter(pk=person.pk).update(notes="three")
    assert saved(sent(person, data, given_name="Adele"))
    person.refresh_from_db()
    assert person.notes == "three"


def test_a_mark_that_both_changed_cannot_conflict_and_an_emptied_value_is_told_as_nothing() -> None:
    person = make_person(email="ada@example.org", may_be_trained=True)
    data = opened(person)
    Person.objects.filter(pk=person.pk).update(email="", may_be_trained=False)
    form = sent(person, data, email="adele@example.org", may_be_trained="")
    assert not saved(form)
    assert list(form.errors) == ["email"]
    assert "stored now: nothing." in str(form.errors["email"])


def test_choices_are_told_by_their_label() -> None:
    held = make_held(make_person(), "NCA-AIIO")
    data = opened(held, CertificateForm)
    cka, rhce = (make_held(make_person(), code).certification for code in ("CKA", "RHCE"))
    HeldCertification.objects.filter(pk=held.pk).update(certification=cka)
    form = sent(held, data, CertificateForm, certification=str(rhce.pk))
    assert not saved(form)
    assert str(cka) in forms.utils.ErrorList(form.errors["certification"]).as_text()


def test_other_mistakes_are_told_beside_the_conflict_and_what_was_taken_over_stays() -> None:
    person = make_person(given_name="Ada", family_name="Berg")
    data = opened(person)
    Person.objects.filter(pk=person.pk).update(given_name="Adele", family_name="Bergmann")
    form = sent(person, data, family_name="Bergman", experience_since="2026-02-30")
    assert not saved(form)
    assert sorted(form.errors) == ["experience_since", "family_name"]
    assert 'value="Adele"' in str(form["given_name"])


def test_a_row_removed_meanwhile_is_not_made_anew() -> None:
    person = make_person()
    form = sent(person, opened(person), given_name="Adele")
    Person.objects.filter(pk=person.pk).delete()
    with pytest.raises(Http404):
        saved(form)
    assert not Person.objects.exists()


@pytest.mark.parametrize("seen", ["", "x", "[]", "null", '{"given_name": 7}', '{"nobody": "x"}', "[" * 100_000])
def test_a_form_that_does_not_tell_what_was_seen_is_stored_as_typed(seen: str) -> None:
    person = make_person()
    assert saved(sent(person, opened(person), given_name="Adele", seen=seen))
    person.refresh_from_db()
    assert person.given_name == "Adele"


def test_the_form_carries_no_more_than_its_own_fields() -> None:
    person = make_person(job_title="Architect")
    form = PersonForm(instance=person)
    assert set(json.loads(form["seen"].value())) == {*PersonForm.Meta.fields}
    assert "Architect" not in str(form)
