"""What `tabiya demo` shows."""
