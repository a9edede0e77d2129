"""The rows of a file that an import leaves out or takes only in part, for correcting where they came from."""

import io

import xlsxwriter
from django.http import HttpResponse
from django.utils.translation import gettext as _

from aiteam.staff.exports.tables import CONTENT_TYPES
from aiteam.staff.imports.findings import Check
from aiteam.staff.imports.reading import shown


def wrong_rows(check: Check) -> HttpResponse:
    """Line, reasons, and the cells as they stood in the file; bad ones are coloured and carry their reason as a comment."""
    made = io.BytesIO()
    book = xlsxwriter.Workbook(made)
    bold, marked = book.add_format({"bold": True}), book.add_format({"bg_color": "#F8D7DA"})
    sheet = book.add_worksheet(_("To correct")[:31])
    sheet.freeze_panes(1, 2)
    heads = [_("Line"), _("What is wrong"), *check.table.headers]
    for column, head in enumerate(heads):
        sheet.write_string(0, column, head, bold)
    sheet.set_column(0, 0, 8)
    sheet.set_column(1, 1, 60)
    sheet.set_column(2, max(2, len(heads) - 1), 20)
    for line, outcome in enumerate(check.wrong(), start=1):
        reasons = {complaint.column: complaint.reason for complaint in outcome.complaints}
        told = [f"{complaint.column}: {complaint.reason}" if complaint.column else complaint.reason for complaint in outcome.complaints]
        sheet.write_number(line, 0, outcome.row.line)
        sheet.write_string(line, 1, "\n".join(told) or _("A question about it is open."))
        cells = [shown(cell) for cell in outcome.row.cells]
        cells += [""] * (len(check.table.headers) - len(cells))
        for index, cell in enumerate(cells):
            reason = reasons.get(check.table.headers[index]) if index < len(check.table.headers) else None
            if reason:
                sheet.write_string(line, index + 2, cell, marked) if cell else sheet.write_blank(line, index + 2, None, marked)
                sheet.write_comment(line, index + 2, reason)
            elif cell:
                sheet.write_string(line, index + 2, cell)
    book.close()
    response = HttpResponse(made.getvalue(), content_type=CONTENT_TYPES["xlsx"])
    response["Content-Disposition"] = 'attachment; filename="to-correct.xlsx"'
    response["Cache-Control"] = "private, no-store"
    return response
