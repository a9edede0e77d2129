"""Files in and out: included under certifications/. An upload goes on with the steps under people/import/."""

from django.urls import path

from aiteam.staff import export_views, import_views

urlpatterns = [
    path("export.csv", export_views.certifications, {"form": "csv"}, name="export_csv"),
    path("export.xlsx", export_views.certifications, {"form": "xlsx"}, name="export_xlsx"),
    path("import/", import_views.upload, {"kind": "certifications"}, name="import"),
]
