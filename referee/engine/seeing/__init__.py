"""How a position looks: the ids of what is there, who sees what, and the words for it."""
