"""Where each subject begins; every app names its own pages."""

from django.urls import include, path

handler404 = "aiteam.home.errors.not_found"

urlpatterns = [
    path("", include("aiteam.home.urls")),
    path("account/", include("aiteam.accounts.urls")),
    path("people/", include("aiteam.staff.urls")),
    path("certifications/", include("aiteam.staff.certification_urls")),
    path("catalogue/", include("aiteam.catalog.urls")),
    path("clusters/", include("aiteam.clusters.urls")),
    path("clusters/", include("aiteam.staff.cluster_import_urls")),
    path("notices/", include("aiteam.notices.urls")),
    path("calendar/", include("aiteam.notices.calendar_urls")),
    path("jobs/", include("aiteam.jobs.urls")),
    path("plans/", include("aiteam.plans.urls")),
    path("training/", include("aiteam.training.urls")),
]
