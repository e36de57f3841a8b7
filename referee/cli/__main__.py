"""`python -m referee.cli`, for a checkout that isn't installed."""

from referee.cli import main

main()
