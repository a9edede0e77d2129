"""The plan of least cost: every course of action for every person, and the choice among them that a proof stands behind.

Method: docs/optimum.md.
"""
