from django.apps import AppConfig


class TestKindsConfig(AppConfig):
    name = "tests.jobs"
    label = "jobs_tests"

    def ready(self) -> None:
        from tests.jobs import kinds  # noqa: F401  # registers them
