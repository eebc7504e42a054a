"""Constraint types of the meta dimension."""
