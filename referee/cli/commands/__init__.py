"""The commands of `referee`, one file each; `referee.cli.lazy` knows their names."""
