"""The one exception of this package, apart so that catching it imports nothing heavy."""

from __future__ import annotations


class RulesError(ValueError):
    """A rule set that cannot be read or used: one sentence a mistake, one mistake a line.

    A sentence names the file, the line and the key where they are known, what was found, what is allowed, and
    the nearest valid key where a key or an id was misspelt.
    """
