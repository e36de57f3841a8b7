"""What each viewer is shown, made once for all who see the same."""
