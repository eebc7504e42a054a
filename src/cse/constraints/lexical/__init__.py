"""Constraint types of the lexical dimension."""
