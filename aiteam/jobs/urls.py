from django.urls import path

from aiteam.jobs import views

app_name = "jobs"

urlpatterns = [
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/cancel/", views.cancel, name="cancel"),
]
