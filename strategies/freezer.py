"""Freezes the pile with a wild as soon as it is open to the next opponent.

Behaves like `sound` in all else. One cause: freezing costs little and asks for no pairs in hand.
Source: lt MN5 "or by freezing the pile", MN3, MN14e (A07, A14, A41).
"""

from __future__ import annotations

from strategies.sound import sound

freezer = sound.but("freezer", weights={"freeze_cost": 280, "freeze_pairs": 0})
