"""The parts of `tabiya demo`."""
