"""What `./run` makes before it does a task: only the standard library, as nothing is installed yet."""
