"""Verification past one core and past one machine: shards, a pool of processes, the distributed engine."""
