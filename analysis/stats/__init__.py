"""Statistics that know nothing of cards: numbers in, numbers out.

Imports neither `sim` nor `strategies`, so each method can be checked against known answers alone.
"""
