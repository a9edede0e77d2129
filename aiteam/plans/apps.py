from django.apps import AppConfig


class PlansConfig(AppConfig):
    name = "aiteam.plans"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from aiteam.lib.uses import FURTHER
        from aiteam.notices import calendars
        from aiteam.plans.calendar_entries import training_entries
        from aiteam.plans.of_person import planned_steps, uses_in_plans
        from aiteam.plans.solving import register_kinds
        from aiteam.staff import planned
        from aiteam.staff.models import Person

        register_kinds()
        calendars.SOURCES.append(training_entries)
        planned.SOURCES.append(planned_steps)
        FURTHER.setdefault(Person, []).append(uses_in_plans)
