"""The event log: what the compiled engine writes when a flag asks for it, one row of four int64 an event.

The same engine that is measured writes the log; transcripts, replays and audits read nothing else. A row is
(kind, seat, a, b):

| kind            | a                                   | b                                        |
|-----------------|-------------------------------------|------------------------------------------|
| EVENT_START     | index in the deck of the card turned | -                                       |
| EVENT_RED3      | -                                   | index of the replacement, -1 none        |
| EVENT_DRAW      | index in the deck                   | -                                        |
| EVENT_TAKE      | cards in the pile                   | -                                        |
| EVENT_MELD      | the packed answer (`sim.moves`)     | slot it went to, + 32 with the top card, + red twos << 6 |
| EVENT_JOIN      | rank                                | -                                        |
| EVENT_ASK       | 1 if concealed                      | -                                        |
| EVENT_ANSWER    | 0 no, 1 yes                         | -                                        |
| EVENT_DISCARD   | card code (suit meaningless without sequences) | -                             |
| EVENT_PASS      | -                                   | -                                        |
| EVENT_OUT       | 1 if concealed                      | -                                        |
| EVENT_END       | ENDED_OUT …                         | -                                        |
| EVENT_PICK_UP   | the rest of the pile joins the hand | -                                        |

Suits of naturals are not followed by the engine where a rule set has no sequences; `sim.transcript` assigns them.
"""

from __future__ import annotations

from sim.jit import kernel, rare
from sim.layout import MOST_EVENTS


@kernel
def log(hidden, kind, seat, a, b):
    """Append a row to `hidden.events` if logging is on."""
    if hidden.logging:
        write_event(hidden, kind, seat, a, b)


@rare
def write_event(hidden, kind, seat, a, b):
    """Append a row to `hidden.events` (int64, MOST_EVENTS x 4); a full log counts no further than MOST_EVENTS + 1."""
    row = hidden.event_count
    if row >= MOST_EVENTS:
        hidden.event_count = MOST_EVENTS + 1
        return
    hidden.events[row, 0] = kind
    hidden.events[row, 1] = seat
    hidden.events[row, 2] = a
    hidden.events[row, 3] = b
    hidden.event_count = row + 1
