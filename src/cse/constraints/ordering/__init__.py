"""Constraint types of the ordering dimension."""
