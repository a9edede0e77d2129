"""An import in four steps: the file, its columns, the check, and what it did. Between them the file waits on the server for its user."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from aiteam.accounts.models import User
from aiteam.accounts.policy import may, requires
from aiteam.staff.exports.tables import Table, download
from aiteam.staff.exports.wrong_rows import wrong_rows
from aiteam.staff.import_forms import ColumnsForm, QuestionsForm, UploadForm
from aiteam.staff.import_models import RIGHTS, Import
from aiteam.staff.import_pages import PAGES
from aiteam.staff.imports.badges import is_badge_file
from aiteam.staff.imports.errors import UnreadableFile
from aiteam.staff.imports.findings import Check, Outcome
from aiteam.staff.imports.options import Options
from aiteam.staff.imports.reading import shown
from aiteam.staff.imports.run import FIELDS, check_file, read_table, run_import
from aiteam.staff.imports.undo import ChangedSince, undo_import

SHOWN_ROWS = 100
RECENT = 10
WAITS = timedelta(days=1)


@requires("people.change", "clusters.change")
def upload(request: HttpRequest, kind: str) -> HttpResponse:
    if not may(request.user, RIGHTS[kind]):
        raise PermissionDenied
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        content = file.read()
        try:
            read_table(kind, content, _options(request, {}))
        except UnreadableFile as error:
            form.add_error("file", str(error))
        else:
            return redirect("staff:import_columns", _keep(request, kind, str(file.name), content).pk)
    recent = Import.objects.visible_to(request.user).filter(kind=kind).exclude(state=Import.State.WAITING).select_related("author")[:RECENT]
    context = {"form": form, "kind": kind, "recent": recent, "pages": PAGES[kind]}
    return render(request, "staff/imports/upload.html", context)


def _keep(request: HttpRequest, kind: str, name: str, content: bytes) -> Import:
    """Keeps the upload for the next step. What nobody went on with goes."""
    waiting = Import.objects.filter(state=Import.State.WAITING)
    waiting.filter(at__lt=timezone.now() - WAITS).delete()
    waiting.filter(author=cast(User, request.user), kind=kind).delete()
    return Import.objects.create(kind=kind, file_name=name[-255:], content=content, author=cast(User, request.user))


@requires("people.change", "clusters.change")
@require_GET
def template(request: HttpRequest, kind: str) -> HttpResponse:
    """An empty workbook with the columns that such an import knows."""
    if kind not in FIELDS or not may(request.user, RIGHTS[kind]):
        raise Http404
    fields = [field for field in FIELDS[kind].values() if not field.is_pay or may(request.user, "pay.view")]
    table = Table(str(PAGES[kind].list_name), [capfirst(str(field.label)) for field in fields], [])
    return download(table, "xlsx", f"columns-of-{kind}", get_language() or "en")


@requires("people.change", "clusters.change")
def columns(request: HttpRequest, pk: int) -> HttpResponse:
    waiting = _import(request, pk)
    if waiting.state != Import.State.WAITING:
        return redirect("staff:import_done", pk)
    content = bytes(waiting.content)
    if waiting.kind == Import.Kind.CERTIFICATIONS and is_badge_file(content):
        return redirect("staff:import_check", pk)
    table = read_table(waiting.kind, content, _options(request, {"mapping": waiting.answers.get("mapping", {})}))
    form = ColumnsForm(request.POST or None, table=table, fields=FIELDS[waiting.kind])
    if request.method == "POST" and form.is_valid():
        waiting.answers = {"mapping": form.mapping()}
        waiting.save(update_fields=["answers"])
        return redirect("staff:import_check", pk)
    return render(request, "staff/imports/columns.html", _context(waiting) | {"form": form, "rows": len(table.rows), "notes": table.notes})


@requires("people.change", "clusters.change")
def check(request: HttpRequest, pk: int) -> HttpResponse:
    """The check of the file; answers narrow it, and the button under it imports what it shows."""
    waiting = _import(request, pk)
    if waiting.state != Import.State.WAITING:
        return redirect("staff:import_done", pk)
    if request.method == "POST" and "import" in request.POST:
        return _run(request, waiting)
    options = _options(request, waiting.answers)
    found = check_file(waiting.kind, bytes(waiting.content), options)
    form = QuestionsForm(request.POST or None, questions=found.questions, initial={"on": options.on})
    if request.method == "POST" and form.is_valid():
        waiting.answers = _merged(waiting.answers, form.answers())
        waiting.save(update_fields=["answers"])
        return redirect("staff:import_check", pk)
    return render(request, "staff/imports/check.html", _context(waiting) | _shown(found) | {"form": form})


def _run(request: HttpRequest, waiting: Import) -> HttpResponse:
    with transaction.atomic():
        # Two clicks on the button: the second finds the import done.
        waiting = Import.objects.select_for_update().get(pk=waiting.pk)
        if waiting.state != Import.State.WAITING:
            return redirect("staff:import_done", waiting.pk)
        options = _options(request, waiting.answers)
        try:
            run_import(kind=waiting.kind, content=bytes(waiting.content), file_name=waiting.file_name, options=options, waiting=waiting)
        except UnreadableFile as error:
            messages.error(request, str(error))
            return redirect("staff:import_check", waiting.pk)
    messages.success(request, _("The import is done."))
    return redirect("staff:import_done", waiting.pk)


@requires("people.change", "clusters.change")
@require_GET
def wrong(request: HttpRequest, pk: int) -> HttpResponse:
    """The bad rows as a workbook, each bad cell marked with what is wrong."""
    waiting = _import(request, pk)
    if waiting.state != Import.State.WAITING:
        return redirect("staff:import_done", pk)
    return wrong_rows(check_file(waiting.kind, bytes(waiting.content), _options(request, waiting.answers)))


@requires("people.change", "clusters.change")
def done(request: HttpRequest, pk: int) -> HttpResponse:
    run = _import(request, pk)
    if run.state == Import.State.WAITING:
        return redirect("staff:import_check", pk)
    return render(request, "staff/imports/done.html", _context(run))


@requires("people.change", "clusters.change")
@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    run = _import(request, pk)
    if run.state != Import.State.DONE:
        return redirect("staff:import_done", pk)
    try:
        undo_import(run)
    except ChangedSince as refused:
        return render(request, "staff/imports/done.html", _context(run) | {"changed": refused.rows})
    messages.success(request, _("Undone; everything is as it was before."))
    return redirect("staff:import_done", pk)


def _import(request: HttpRequest, pk: int) -> Import:
    return get_object_or_404(Import.objects.visible_to(request.user).select_related("author"), pk=pk)


def _options(request: HttpRequest, answers: Mapping[str, Any]) -> Options:
    on = answers.get("on")
    given = {name: value for name, value in answers.items() if name != "on"}
    return Options(
        on=date.fromisoformat(on) if on else timezone.localdate(),
        pay_visible=may(request.user, "pay.view"),
        language=get_language() or "en",
        **given,
    )


def _merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Answers so far with newer ones; those by value are added to each other."""
    return {**old, **{name: {**old.get(name, {}), **value} if isinstance(value, dict) else value for name, value in new.items()}}


def _context(run: Import) -> dict[str, Any]:
    return {"run": run, "pages": PAGES[run.kind]}


def _shown(found: Check) -> dict[str, Any]:
    bad = found.wrong()
    counts = found.counts()
    return {
        "counts": counts,
        "good": counts["created"] + counts["updated"],
        "heads": [header for header in found.table.headers if header],
        "bad": [_bad_row(found, outcome) for outcome in bad[:SHOWN_ROWS]],
        "bad_count": len(bad),
        "missing": [question.text for question in found.questions if question.kind == "column"],
        "is_blocked": found.has_urgent_questions,
        "not_taken_over": found.not_taken_over,
        "notes": found.notes,
    }


def _bad_row(found: Check, outcome: Outcome) -> dict[str, Any]:
    """A line with each cell beside what is wrong with it; what concerns no cell stands before them."""
    reasons: dict[str, list[str]] = {}
    for complaint in outcome.complaints:
        reasons.setdefault(complaint.column, []).append(complaint.reason)
    cells = [shown(cell) for cell in outcome.row.cells]
    cells += [""] * (len(found.table.headers) - len(cells))
    return {
        "line": outcome.row.line,
        "is_left_out": outcome.action == "left_out",
        "reasons": reasons.get("", []),
        "cells": [(cell, reasons.get(header, [])) for header, cell in zip(found.table.headers, cells, strict=False) if header],
    }
