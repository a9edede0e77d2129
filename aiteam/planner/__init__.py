"""The arithmetic of a hiring plan: frozen values in, frozen values out.

Nothing here knows Django, a clock, a database or a setting. `planner.plan(request)` is the whole of it; `python -m aiteam.planner` is the
same for the command line.
"""
