"""The program `referee`: one thin command per file. Nothing is imported before it is needed."""


def main() -> None:
    """The entry point of the installed program; ends it with an exit code."""
    import sys

    from referee.cli.program import run

    sys.exit(run(sys.argv[1:]))
