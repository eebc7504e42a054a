"""The 36 constraint types, one file each, and the registry that finds them."""
