"""What `make run` and `make test` set up themselves, for trying out and for tests. Standard library only."""
