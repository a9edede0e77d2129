"""/catalogue/"""

from django.urls import path, register_converter

from aiteam.catalog import views
from aiteam.lib.converters import CodeConverter

register_converter(CodeConverter, "code")

app_name = "catalog"

urlpatterns = [
    path("", views.index, name="index"),
    path("certifications/<code:code>/", views.certification, name="certification"),
    path("levels/<code:code>/", views.level, name="level"),
    path("roles/<code:code>/", views.role, name="role"),
    path("sizes/<code:code>/", views.size, name="size"),
    path("cases/<code:code>/", views.case, name="case"),
    path("sources/<code:code>/", views.source, name="source"),
]
