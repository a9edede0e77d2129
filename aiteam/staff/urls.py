from django.urls import include, path

from aiteam.staff import bulk_views, list_views, period_views, views
from aiteam.staff.period_forms import FORMS

app_name = "staff"

urlpatterns = [
    path("", list_views.list_, name="list"),
    path("bulk/", bulk_views.bulk, name="bulk"),
    path("count/", list_views.count, name="count"),
    path("views/", list_views.view_save, name="view_save"),
    path("views/<int:pk>/remove/", list_views.view_remove, name="view_remove"),
    path("new/", views.create, name="create"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/edit/", views.edit, name="edit"),
    path("<int:pk>/remove/", views.remove, name="remove"),
    path("<int:pk>/leave/", views.leave, name="leave"),
    path("<int:pk>/skills/", views.skill, name="skill"),
    path("<int:pk>/skills/<int:row>/", views.skill_edit, name="skill_edit"),
    path("<int:pk>/skills/<int:row>/remove/", views.skill_remove, name="skill_remove"),
    *(
        path(address, view, {"kind": kind}, name=name)
        for kind in FORMS
        for address, view, name in (
            (f"<int:pk>/{kind}/", period_views.period_add, kind),
            (f"<int:pk>/{kind}/<int:row>/", period_views.period_edit, f"{kind}_edit"),
            (f"<int:pk>/{kind}/<int:row>/remove/", period_views.period_remove, f"{kind}_remove"),
        )
    ),
    path("", include("aiteam.staff.import_urls")),
]
