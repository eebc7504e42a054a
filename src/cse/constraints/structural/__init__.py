"""Constraint types of the structural dimension."""
