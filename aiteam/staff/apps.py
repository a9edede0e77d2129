from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "aiteam.staff"
    default_auto_field = "django.db.models.BigAutoField"
