"""How a password is checked."""

from typing import Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend


class DemoAwareBackend(ModelBackend):
    """Django's own check; demo accounts are nobody outside the demo mode, and a session of theirs ends with it."""

    def user_can_authenticate(self, user: Any) -> bool:
        return super().user_can_authenticate(user) and (settings.DEMO or not user.is_demo)
