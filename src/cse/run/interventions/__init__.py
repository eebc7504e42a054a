"""Interventions: other ways to ask than once, as solvers of the harness, one small file each (paper, section 5)."""
