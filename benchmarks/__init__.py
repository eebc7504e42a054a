"""What is measured, with the peers in the same run: `python -m benchmarks [NAME ...]`."""
