"""Numbers: what the deals say about two ways of playing, and how sure that is.

Imports `sim` and `strategies`. Left out: drawing and printing, which `reports` does.
"""
