"""Gathers cards in the hand: lays a set of three only while nine cards stay, and waits with going out.

Behaves like `sound` in all else. One cause: it wants a large, varied hand. Sets stay in hand, a wild comes to the table
only to complete a canasta, and each meld that is nearly one keeps it from going out for longer.
Source: lt MN1 "it pays to gather many cards in hand", MN13a, MN13e (A03, A32, A36).
"""

from __future__ import annotations

from strategies.sound import sound

hoarder = sound.but("hoarder", weights={"reserve": 9, "wild_from": 7, "out_progress": 80})
