"""Positions that the rule book decides, in a notation to be read at the table; `notation` explains it."""
