"""What answers a request, one module for each part of the site."""
