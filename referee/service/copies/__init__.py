"""Games as files, and games that begin in the middle of others."""
