"""Throws what it needs least, useful to the opponents or not.

Behaves like `sound` in all else. One cause: it sees no danger in a discard, and no use in a black three's stop.
Source: lt MN11 "discard whatever you do not need", which the guide advises in a hurry only (A26; the control of A13 and
A27).
"""

from __future__ import annotations

from strategies.sound import sound

careless = sound.but(
    "careless",
    weights={
        "danger_fit": 0,
        "danger_live": 0,
        "danger_live_frozen": 0,
        "danger_known": 0,
        "safe_passed": 0,
        "stop_cost": 260,
    },
)
