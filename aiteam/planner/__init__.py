"""The arithmetic of a hiring plan: frozen values in, frozen values out.

Nothing here knows Django, a clock, a database or a setting. `planner.plan(request)` is the whole of it; `python -m aiteam.planner` is the
same for the command line.
"""

from aiteam.planner.engine import VERSION, plan
from aiteam.planner.request import PlanRequest, read_request
from aiteam.planner.result import PlanResult

__all__ = ["VERSION", "PlanRequest", "PlanResult", "plan", "read_request"]
