"""The command `cse`: one thin file for each subcommand."""
