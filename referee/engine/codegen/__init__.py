"""Typed trees → Python source. Names become slot numbers, strings constants by index; no text of a pack is compiled."""
