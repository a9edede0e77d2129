"""The site as it is, with the kinds of jobs of these tests, for processes that tests start."""

import os

from aiteam.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.jobs.apps.TestKindsConfig"]  # noqa: F405
JOB_GRACE_SECONDS = 1
JOB_LOST_SECONDS = int(os.environ.get("TEST_LOST_SECONDS", "30"))
