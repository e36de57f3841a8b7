"""What is told of a running server, and whether its store is sound."""
