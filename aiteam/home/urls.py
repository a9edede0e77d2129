from django.urls import path

from aiteam.home import views

app_name = "home"

urlpatterns = [
    path("", views.dashboard, name="dashboard"),
    path("healthz", views.health, name="health"),
]
