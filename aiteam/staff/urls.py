from django.urls import include, path

from aiteam.staff import views

app_name = "staff"

urlpatterns = [
    path("", views.list_, name="list"),
    path("new/", views.create, name="create"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/edit/", views.edit, name="edit"),
    path("<int:pk>/leave/", views.leave, name="leave"),
    path("<int:pk>/levels/", views.level, name="level"),
    path("<int:pk>/levels/<int:row>/remove/", views.level_remove, name="level_remove"),
    path("<int:pk>/skills/", views.skill, name="skill"),
    path("<int:pk>/skills/<int:row>/remove/", views.skill_remove, name="skill_remove"),
    path("<int:pk>/pay/", views.pay, name="pay"),
    path("<int:pk>/pay/<int:row>/remove/", views.pay_remove, name="pay_remove"),
    path("", include("aiteam.staff.import_urls")),
]
