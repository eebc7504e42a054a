"""The estimators: pure functions from result tables to tables, with every random draw from a generator passed in."""
