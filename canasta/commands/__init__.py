"""One module a command. Each reads options, asks the floors below and prints; none computes anything."""
