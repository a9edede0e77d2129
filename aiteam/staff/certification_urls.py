from django.urls import path

from aiteam.staff import certification_views as views

app_name = "certifications"

urlpatterns = [
    path("", views.list_, name="list"),
    path("new/", views.create, name="create"),
    path("<int:pk>/edit/", views.edit, name="edit"),
    path("<int:pk>/renew/", views.renew, name="renew"),
    path("<int:pk>/remove/", views.remove, name="remove"),
]
