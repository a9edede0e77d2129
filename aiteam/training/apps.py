from django.apps import AppConfig


class TrainingConfig(AppConfig):
    name = "aiteam.training"
    default_auto_field = "django.db.models.BigAutoField"
