"""Where calls come in: gRPC, the web port, the admin port; processes and encryption."""
