"""The people, what is recorded of them over time, and the certifications they hold."""

from aiteam.staff.models.certificates import HeldCertification, HeldCertificationQuerySet
from aiteam.staff.models.people import KEYS, MAX_STUDY_HOURS, Person, PersonQuerySet, PersonSkill
from aiteam.staff.models.periods import HOURS_PER_YEAR, Assignment, Employment, LevelPeriod, PayPeriod, RolePeriod

__all__ = [
    "HOURS_PER_YEAR",
    "KEYS",
    "MAX_STUDY_HOURS",
    "Assignment",
    "Employment",
    "HeldCertification",
    "HeldCertificationQuerySet",
    "LevelPeriod",
    "PayPeriod",
    "Person",
    "PersonQuerySet",
    "PersonSkill",
    "RolePeriod",
]

# Django finds an app's models through this module; these files need the classes above.
from aiteam.staff.credits import CreditEntry  # noqa: E402, F401
from aiteam.staff.evidence import Evidence  # noqa: E402, F401
from aiteam.staff.import_models import Import, ImportedRow  # noqa: E402, F401
from aiteam.staff.proposals import Proposal  # noqa: E402, F401
from aiteam.staff.saved_views import SavedView  # noqa: E402, F401
