"""What an analysis does where nothing else is asked; it imports nothing, for every command's help shows it."""

DRAWS = 2000
"""Bootstrap draws of the probes."""
TRAIN_TO = 8
"""Largest k of the training range of the decay curves."""
TARGET = 0.9
"""Reliability of the budget."""
