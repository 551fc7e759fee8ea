"""What only a release needs: the files that people download, and the command that makes them."""
