"""Files in and out: included under clusters/. An upload goes on with the steps under people/import/."""

from django.urls import path

from aiteam.staff import cluster_files, import_views

app_name = "cluster_files"

urlpatterns = [
    path("export.csv", cluster_files.export, {"form": "csv"}, name="export_csv"),
    path("export.xlsx", cluster_files.export, {"form": "xlsx"}, name="export_xlsx"),
    path("import/", import_views.upload, {"kind": "clusters"}, name="import"),
]
