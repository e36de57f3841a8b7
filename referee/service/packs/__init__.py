"""Packs and rulesets of the server, and work for strangers in processes of their own."""
