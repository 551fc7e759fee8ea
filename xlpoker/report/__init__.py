"""Reports: figures and charts of a workbook's hands, and heat maps of odds."""
