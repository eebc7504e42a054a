"""Constraint Saturation Evaluation: where do instructions collapse when many must hold at once?"""

__version__ = "0.1.0"
