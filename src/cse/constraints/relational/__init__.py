"""Constraint types of the relational dimension."""
