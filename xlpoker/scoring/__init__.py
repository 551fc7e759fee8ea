"""A block of rows in, values, winners and problems out: knows hands and layouts, no file format."""
