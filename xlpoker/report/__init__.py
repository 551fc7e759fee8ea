"""What a workbook's hands came to: figures, charts, heat maps of odds."""
