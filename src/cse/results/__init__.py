"""The result tables: declared columns, tables in memory and on disk, and the folder of a run."""
