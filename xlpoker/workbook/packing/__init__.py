"""The zip format below a workbook: records of the archive, packing and unpacking."""
