"""What the lab found, for people: HTML, Markdown, JSON, and plots as SVG and PNG."""
