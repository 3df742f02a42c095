"""Reports of the lab: HTML, Markdown, JSON, and plots as SVG and PNG."""
