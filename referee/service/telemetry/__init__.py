"""What is told of a running server: logs, numbers, spans."""
