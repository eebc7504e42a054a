"""Constraint types of the word-level dimension."""
