"""What a viewer can't know: positions that look the same to it, and those made from what it sees."""
