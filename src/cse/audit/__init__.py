"""What answers do instead of meeting their constraints, read by rule: failure modes, shortcuts, samples to judge."""
