"""Takes the pile whenever it may, however small it is.

Behaves like `sound` in all else. One cause: no pile is too small for any way of taking it, a wild included.
Source: lt MN5 "the oftener a side takes the pile, the likelier it wins" and MN6 (A12, A15).
"""

from __future__ import annotations

from strategies.sound import sound

pile_hunter = sound.but("pile_hunter", weights={"take_adding": 0, "take_pair": 0, "take_wild": 0})
