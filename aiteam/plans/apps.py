from django.apps import AppConfig


class PlansConfig(AppConfig):
    name = "aiteam.plans"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from aiteam.notices import calendars
        from aiteam.plans.calendar_entries import training_entries

        calendars.SOURCES.append(training_entries)
