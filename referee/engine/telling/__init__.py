"""What has happened in a move, as each viewer may be told it."""
