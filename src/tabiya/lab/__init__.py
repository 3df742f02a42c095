"""The lab: experiments, matches and their statistics."""
