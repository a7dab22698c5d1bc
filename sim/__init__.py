"""The game, fast: rules as data, deals as pure functions of a seed, and one compiled engine for every rule set.

This file imports nothing: listing rule sets must not load a compiler. Where compiled code is kept is decided in
`sim.jit`.
"""
