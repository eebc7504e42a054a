"""Asking models: the task for the harness, the embedded model, the run with its resumption, and the reading of logs."""
