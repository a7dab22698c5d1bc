"""Throws single cards, dangerous ones too, before it breaks a pair.

Behaves like `sound` in all else. One cause: a pair costs twice as much to break.
Source: lt MN11 "with few pairs one cannot expect to take often", MN13b "keep pairs" (A24, A33).
"""

from __future__ import annotations

from strategies.sound import sound

pair_keeper = sound.but("pair_keeper", weights={"cost_pair": 80})
