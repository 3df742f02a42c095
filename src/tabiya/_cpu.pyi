"""What this processor can do; in wheels only."""

def supports(level: str, /) -> bool:
    """Whether this processor has the level."""
