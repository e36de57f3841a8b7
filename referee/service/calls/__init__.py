"""The methods of the API as plain functions on messages."""
