"""Results into the rows of a sheet: which columns, what they look like as XML, which other parts must change."""
