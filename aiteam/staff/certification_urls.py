from django.urls import include, path

from aiteam.staff import certification_views as views
from aiteam.staff import evidence_views

app_name = "certifications"

urlpatterns = [
    path("", views.list_, name="list"),
    path("new/", views.create, name="create"),
    path("proposals/", include("aiteam.staff.proposal_urls")),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/edit/", views.edit, name="edit"),
    path("<int:pk>/renew/", views.renew, name="renew"),
    path("<int:pk>/revoke/", views.revoke, name="revoke"),
    path("<int:pk>/remove/", views.remove, name="remove"),
    path("<int:pk>/evidence/", evidence_views.upload, name="evidence_upload"),
    path("evidence/<int:pk>/", evidence_views.download, name="evidence"),
    path("evidence/<int:pk>/review/", evidence_views.review, name="evidence_review"),
    path("evidence/<int:pk>/remove/", evidence_views.remove, name="evidence_remove"),
    path("<int:pk>/credits/", evidence_views.credit, name="credit"),
    path("<int:pk>/credits/<int:row>/remove/", evidence_views.credit_remove, name="credit_remove"),
    path("", include("aiteam.staff.certification_import_urls")),
]
