"""Constraint types of the format dimension."""
