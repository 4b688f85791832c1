"""The commands, a module each: options in, one call, exit code out."""
