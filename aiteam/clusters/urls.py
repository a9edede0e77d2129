from django.urls import path

from aiteam.clusters import views

app_name = "clusters"

urlpatterns = [
    path("", views.list_, name="list"),
    path("new/", views.create, name="create"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/edit/", views.edit, name="edit"),
]
