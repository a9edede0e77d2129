from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "aiteam.accounts"
    default_auto_field = "django.db.models.BigAutoField"
