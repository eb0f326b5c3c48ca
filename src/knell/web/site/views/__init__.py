"""The pages that belong to the site itself."""
