"""Constraint types of the numerical dimension."""
