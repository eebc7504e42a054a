"""The frozen suites, shipped as data, and their loader."""

from cse.suites.loader import Suite, load_suite, suite_names

__all__ = ["Suite", "load_suite", "suite_names"]
