"""Where calls come in: gRPC, the web port, the admin port; processes, encryption, limits of callers."""
