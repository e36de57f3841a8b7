"""Edited packs on copies of positions: nothing is written."""
