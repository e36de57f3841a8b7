"""Experiments with rules: random players, simulations, scenarios, benchmarks. Knows no service."""
