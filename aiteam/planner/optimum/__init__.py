"""The plan of least cost: every course of action for every person, and the choice among them that a proof stands behind.

Not behind `plan` yet, which still chooses by the rules of `decisions.py`.
"""
