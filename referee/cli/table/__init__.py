"""A game in a terminal: pictures of views, questions and answers. Knows what a client knows, and no rules."""
