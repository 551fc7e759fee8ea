"""Jobs on files with tables: reads them in blocks, has them scored, and writes the results."""
