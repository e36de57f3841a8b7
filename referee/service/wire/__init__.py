"""Between the engine's records and the messages of the API."""
