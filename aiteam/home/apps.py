from django.apps import AppConfig


class HomeConfig(AppConfig):
    name = "aiteam.home"
    default_auto_field = "django.db.models.BigAutoField"
