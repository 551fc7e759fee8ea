"""Other kinds of files: .xls, .xlsb and .ods through python-calamine, Parquet, large text files."""
