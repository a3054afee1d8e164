"""What carries the service: the local parts for trying out and tests, and the files for a real server."""
