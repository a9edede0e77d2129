from django.urls import path

from aiteam.clusters import removal, views

app_name = "clusters"

urlpatterns = [
    path("", views.list_, name="list"),
    path("new/", views.create, name="create"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/remove/", removal.remove, name="remove"),
    path("<int:pk>/edit/", views.edit, name="edit"),
]
