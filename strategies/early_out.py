"""Lays whatever it can and goes out at the first legal turn.

Behaves like `sound` in all else. One cause: hurry. It keeps no reserve, no pairs for a frozen pile, lays a pair with a
wild whenever two cards stay, and never waits for a canasta that is nearly complete.
Source: lt MN11, MN14d "form a canasta quickly and go out" (A23, A40); the control of MN1 "no hurry" (A02, A36).
"""

from __future__ import annotations

from strategies.sound import sound

early_out = sound.but(
    "early_out",
    weights={"reserve": 2, "reserve_wild": 2, "frozen_pairs": 0, "out_base": 10_000, "out_progress": 0, "out_lead": 0},
)
