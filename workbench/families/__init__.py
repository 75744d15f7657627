"""The games the workbench knows, one folder each, all with the same file names."""
