"""Never takes the pile while there is a stock to draw from.

Behaves like `sound` in all else. One cause: no pile is worth taking. It is the control of the guide's claim that
without taking one can hardly win.
Source: lt MN9 (A19).
"""

from __future__ import annotations

from strategies.sound import sound

pile_shunner = sound.but("pile_shunner", weights={"take_adding": 10_000, "take_pair": 10_000, "take_wild": 10_000})
