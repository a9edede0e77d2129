from django.urls import path

from aiteam.plans import views

app_name = "plans"

urlpatterns = [
    path("", views.list_, name="list"),
    path("new/", views.create, name="create"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/delete/", views.delete, name="delete"),
    path("<int:pk>/decide/", views.decide, name="decide"),
    path("<int:pk>/what-if/", views.what_if, name="what_if"),
    path("<int:pk>/compare/", views.compare, name="compare"),
    path("<int:pk>/comparison/", views.comparison, name="comparison"),
    path("<int:pk>/plan.pdf", views.pdf, name="pdf"),
    path("<int:pk>/plan.json", views.json, name="json"),
]
