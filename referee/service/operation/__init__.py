"""Is a store sound, and what would an upgrade do."""
