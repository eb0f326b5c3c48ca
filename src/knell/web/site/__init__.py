"""The site as a whole: how it is served, who may come in, its own pages, and what is said when it fails."""
