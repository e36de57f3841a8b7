"""What is offered: options with their texts, subjects and barriers, and why something is not offered."""
