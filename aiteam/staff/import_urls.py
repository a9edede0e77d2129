"""Files in and out: included under people/."""

from django.urls import path

from aiteam.staff import export_views, import_views

urlpatterns = [
    path("export.csv", export_views.people, {"form": "csv"}, name="export_csv"),
    path("export.xlsx", export_views.people, {"form": "xlsx"}, name="export_xlsx"),
    path("import/", import_views.upload, {"kind": "people"}, name="import"),
    path("import/columns-of-<slug:kind>.xlsx", import_views.template, name="import_template"),
    path("import/<int:pk>/columns/", import_views.columns, name="import_columns"),
    path("import/<int:pk>/check/", import_views.check, name="import_check"),
    path("import/<int:pk>/wrong.xlsx", import_views.wrong, name="import_wrong"),
    path("import/<int:pk>/", import_views.done, name="import_done"),
    path("import/<int:pk>/undo/", import_views.undo, name="import_undo"),
]
