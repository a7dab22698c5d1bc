"""Throws from its pairs as lightly as single cards.

Behaves like `sound` in all else. One cause: breaking a pair costs nothing.
Source: lt MN14b "discard from pairs and sets, so that they cannot take again" (A38; the control of A24).
"""

from __future__ import annotations

from strategies.sound import sound

pair_breaker = sound.but("pair_breaker", weights={"cost_pair": 0})
