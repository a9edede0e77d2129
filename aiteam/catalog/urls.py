"""/catalogue/"""

from django.urls import path

from aiteam.catalog import views

app_name = "catalog"

urlpatterns = [
    path("", views.index, name="index"),
    path("certifications/<str:code>/", views.certification, name="certification"),
    path("levels/<str:code>/", views.level, name="level"),
    path("roles/<str:code>/", views.role, name="role"),
    path("sizes/<str:code>/", views.size, name="size"),
    path("cases/<str:code>/", views.case, name="case"),
    path("sources/<str:code>/", views.source, name="source"),
]
