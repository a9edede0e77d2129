"""What an import can take over, with the headers by which files name it in English, Dutch and German.

The words are compared without case, diacritics and punctuation (`headers.plain`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Reads = Literal["text", "day", "number"]


@dataclass(frozen=True)
class Field:
    """`name` is what `--map` takes. `reads` says which cells decide on the order of dates and on the decimal sign of the file."""

    name: str
    label: str | Promise
    words: frozenset[str]
    reads: Reads = "text"
    is_pay: bool = False


def _field(name: str, label: str | Promise, words: str, *, reads: Reads = "text", is_pay: bool = False) -> Field:
    """`words` are separated by commas."""
    return Field(name, label, frozenset(word.strip() for word in words.split(",")), reads, is_pay)


def _by_name(fields: Iterable[Field]) -> Mapping[str, Field]:
    return {field.name: field for field in fields}


_PERSONNEL_NUMBER = _field(
    "personnel_number",
    _("personnel number"),
    "personnel number, personnel no, personnel id, personnel nr, employee number, employee no, employee nr, employee id, employee, emp number, emp no, "
    "emp id, staff number, staff no, staff id, payroll number, worker id, person number, personeelsnummer, personeelsnr, personeels nr, "
    "medewerkernummer, medewerkersnummer, medewerkernr, medewerker id, werknemersnummer, werknemernummer, personalnummer, personalnr, "
    "personal nr, personal number, pers nr, persnr, mitarbeiternummer, mitarbeiternr, mitarbeiter nr, mitarbeiter id, stammnummer",
)
_GIVEN_NAME = _field(
    "given_name",
    _("given name"),
    "given name, given names, first name, firstname, forename, forenames, recipient first name, voornaam, voornamen, roepnaam, vorname, vornamen, rufname",
)
_FAMILY_NAME = _field(
    "family_name",
    _("family name"),
    "family name, last name, lastname, surname, recipient last name, achternaam, familienaam, geslachtsnaam, nachname, familienname, zuname",
)
_FULL_NAME = _field(
    "full_name",
    _("whole name (Last, First)"),
    "name, full name, fullname, employee name, person, holder, recipient, recipient name, last name first name, last first, surname given name, "
    "surname first name, family name given name, lastname firstname, medewerker, naam, volledige naam, achternaam voornaam, houder, mitarbeiter, "
    "mitarbeiterin, mitarbeitername, nachname vorname, name vorname, vollstandiger name, inhaber, earner name, issued to",
)
_EMAIL = _field(
    "email",
    _("email address"),
    "email, e mail, mail, email address, e mail address, mail address, work email, work e mail, business email, company email, recipient email, "
    "recipient e mail, earner email, e mailadres, emailadres, mailadres, zakelijk e mailadres, e mail adresse, emailadresse, mailadresse, "
    "e mailadresse, dienstliche e mail, geschaftliche e mail",
)

PEOPLE = _by_name(
    (
        _PERSONNEL_NUMBER,
        _GIVEN_NAME,
        _FAMILY_NAME,
        _FULL_NAME,
        _EMAIL,
        _field(
            "job_title",
            _("job title"),
            "job title, title, position, position title, function, functie, functietitel, functienaam, positie, stelle, stellenbezeichnung, "
            "funktion, berufsbezeichnung, tatigkeit, positionsbezeichnung",
        ),
        _field(
            "role",
            _("role in the team"),  # not "job role", whose Dutch and German words head job titles in other systems' files
            "role in the team, job role, role, team role, rol in het team, functierol, rolle im team, funktionsrolle, jobrolle",
        ),
        _field(
            "level",
            _("level"),
            "level, competency level, competence level, skill level, niveau, competentieniveau, stufe, kompetenzstufe",
        ),
        _field("cluster", _("cluster"), "cluster, gpu cluster, cluster name, clusternaam, clustername"),
        _field(
            "started_on",
            _("works here since"),
            "works here since, hire date, hired on, date of hire, start date, started on, employment start, joined, joining date, date joined, "
            "entry date, in dienst, in dienst sinds, datum in dienst, indiensttreding, startdatum, werkt hier sinds, in dienst per, eintrittsdatum, "
            "eintritt, einstellungsdatum, eingestellt am, beschaftigt seit, arbeitet hier seit, dienstbeginn, eintritt am",
            reads="day",
        ),
        _field(
            "ended_on",
            _("last day of work"),
            "last day of work, end date, termination date, leaving date, exit date, last day, last working day, left on, date of leaving, employment end, "
            "uit dienst, datum uit dienst, uitdiensttreding, einddatum, laatste werkdag, uit dienst per, austrittsdatum, austritt, letzter arbeitstag, "
            "ausgeschieden am, dienstende",
            reads="day",
        ),
        _field(
            "active",
            _("works here (yes or no)"),
            "active, is active, still employed, works here, actief, is actief, in dienst ja nee, aktiv, ist aktiv, beschaftigt",
        ),
        _field(
            "employment",
            _("employment status"),
            "employment status, employment type, employee status, employee type, status, worker type, contract type, dienstverband, soort dienstverband, "
            "contractvorm, type dienstverband, beschaftigungsstatus, beschaftigungsart, anstellungsart, vertragsart, mitarbeiterstatus",
        ),
        _field(
            "is_contractor",
            _("contractor"),
            "contractor, is contractor, external, externe kracht, extern, inhuur, externe, externe r, freelancer",
        ),
        _field("may_be_trained", _("may be trained"), "may be trained, trainable, mag worden opgeleid, darf geschult werden, schulbar"),
        _field(
            "experience_since",
            _("works with GPUs since"),
            "works with gpus since, gpu experience since, gpu since, werkt met gpus sinds, werkt met gpu s sinds, gpu ervaring sinds, "
            "arbeitet mit gpus seit, gpu erfahrung seit",
            reads="day",
        ),
        _field(
            "study_hours_per_week",
            _("study hours a week"),
            "study hours a week, study hours per week, study hours, studie uren per week, studieuren per week, studieuren, lernstunden pro woche, "
            "lernstunden je woche, lernstunden",
            reads="number",
        ),
        _field(
            "notes",
            _("notes"),
            "notes, note, remarks, comments, notities, opmerkingen, opmerking, notizen, bemerkungen, bemerkung, anmerkungen",
        ),
        _field(
            "pay_amount",
            _("pay"),
            "pay, pay rate, pay amount, salary, wage, base pay, base salary, annual salary, annual pay, yearly salary, yearly pay, salary per year, "
            "monthly salary, monthly pay, salary per month, hourly rate, hourly wage, hourly pay, compensation, gross salary, annual gross salary, "
            "salaris, jaarsalaris, bruto jaarsalaris, maandsalaris, bruto maandsalaris, uurloon, uurtarief, beloning, loon, salaris per jaar, "
            "salaris per maand, gehalt, jahresgehalt, bruttojahresgehalt, jahresbrutto, jahresbruttogehalt, monatsgehalt, bruttomonatsgehalt, "
            "monatsbrutto, stundenlohn, stundensatz, vergutung, lohn, entgelt, jahresentgelt, gehalt pro jahr, gehalt pro monat",
            reads="number",
            is_pay=True,
        ),
        _field(
            "pay_currency",
            _("currency of the pay"),
            "currency, pay currency, salary currency, valuta, munteenheid, valuta salaris, wahrung, gehaltswahrung",
            is_pay=True,
        ),
        _field(
            "pay_per",
            _("pay per"),
            "pay per, per, pay period, pay frequency, pay basis, salary per, salary period, salaris per, betaalperiode, loonperiode, gehalt je, "
            "gehalt pro, gehaltsperiode, lohnperiode, pay type, je, pro",
            is_pay=True,
        ),
        _field(
            "fte",
            _("share of full time (FTE)"),
            "share of full time fte, share of full time, fte, full time equivalent, part time factor, employment percentage, working time percentage, "
            "deeltijdfactor, parttimefactor, parttime percentage, dienstverbandpercentage, deeltijdpercentage, beschaftigungsgrad, teilzeitgrad, "
            "arbeitszeitanteil, stellenanteil, vollzeitaquivalent, vza",
            is_pay=True,
        ),
        _field(
            "pay_since",
            _("pay since"),
            "pay since, salary since, pay effective date, pay valid from, salary effective date, salaris sinds, salaris vanaf, gehalt seit, gehalt ab",
            reads="day",
            is_pay=True,
        ),
        _field("level_since", _("level since"), "level since, niveau sinds, stufe seit", reads="day"),
        _field(
            "manager",
            _("reports to (checked, not stored)"),
            "reporting to, reports to, manager, line manager, supervisor, leidinggevende, rapporteert aan, vorgesetzter, vorgesetzte, vorgesetzte r, "
            "fuhrungskraft, berichtet an",
        ),
    )
)

CERTIFICATIONS = _by_name(
    (
        _PERSONNEL_NUMBER,
        _GIVEN_NAME,
        _FAMILY_NAME,
        _FULL_NAME,
        _EMAIL,
        _field(
            "certification",
            _("certification"),
            "certification, certificate, certification code, certification name, certificate name, badge, badge template, badge template name, badge name, "
            "credential, credential name, exam, certificering, certificaat, certificeringscode, certificaatnaam, badgesjabloon, zertifizierung, "
            "zertifikat, zertifizierungscode, zertifikatsname, badge vorlage, badgevorlage, prufung",
        ),
        _field(
            "issued_on",
            _("issued on"),
            "issued on, issued, issued at, issue date, date issued, date earned, earned on, earned at, awarded on, award date, certified on, passed on, "
            "achieved on, afgegeven op, uitgegeven op, afgiftedatum, uitgiftedatum, behaald op, datum behaald, ausgestellt am, ausstellungsdatum, "
            "erworben am, erteilt am, bestanden am, ausgestellt",
            reads="day",
        ),
        _field(
            "printed_ends_on",
            _("last valid day printed on it"),
            "last valid day printed on it, expires on, expires, expires at, expiry date, expiration date, expiry, valid until, valid to, valid through, "
            "ends on, end date, geldig tot, geldig tot en met, vervaldatum, verloopt op, einddatum, laatste geldige dag die erop staat, gultig bis, "
            "ablaufdatum, lauft ab am, ablauf, aufgedruckter letzter gultiger tag",
            reads="day",
        ),
        _field(
            "number",
            _("certificate number"),
            "certificate number, certificate no, certificate id, credential id, credential number, certification number, badge id, license number, "
            "certificaatnummer, certificeringsnummer, zertifikatsnummer, zertifikatnummer, zertifikat nr, zertifikats nr",
        ),
        _field(
            "verification_url",
            _("address to verify it"),
            "address to verify it, verification url, verify url, verification link, verification address, credential url, badge url, url, link, "
            "verificatieadres, controleadres, adres om het te controleren, prufadresse, verifizierungslink, uberprufungslink, adresse zur prufung",
        ),
    )
)

CLUSTERS = _by_name(
    (
        _field("name", _("name"), "name, cluster, cluster name, naam, clusternaam, clustername, gpu cluster"),
        _field(
            "gpus",
            _("GPUs in all"),
            "gpus, gpu, gpus in all, gpu count, number of gpus, no of gpus, gpu total, aantal gpus, aantal gpu s, gpu s, "
            "gpu aantal, anzahl gpus, gpu anzahl, gpus gesamt, anzahl der gpus",
            reads="number",
        ),
        _field(
            "since",
            _("from"),
            "from, since, on, start date, live from, go live, go live date, vanaf, sinds, startdatum, datum, ab, seit, datum ab, "
            "inbetriebnahme, ingebruikname",
            reads="day",
        ),
        _field("site", _("site"), "site, location, data centre, data center, datacenter, locatie, vestiging, standort, rechenzentrum"),
        _field("gpu_model", _("GPU model"), "gpu model, gpu type, model, gpumodel, gpu modell, gputyp, gpu typ, modell"),
        _field("network", _("network"), "network, fabric, interconnect, netwerk, netz, netzwerk"),
        _field("notes", _("notes"), "notes, note, remarks, notities, opmerkingen, notizen, bemerkungen, anmerkungen"),
    )
)
