from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "aiteam.notices"
    default_auto_field = "django.db.models.BigAutoField"
