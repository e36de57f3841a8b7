"""A position of one version of the rules carried over to another."""
