"""The judge: an oracle that replays a transcript and finds every move and score right, or objects.

It shares no code with the engine. Read the files in this order: `rules` (the numbers), `cards`, `shuffle`,
`table` (the state), `deal` (everything before the first event), `turn` and `replay` (the order of events),
`melds` and `pile` (what may be laid and taken), `reach` (what a player could have done), `score`.

    from tests.oracle import judge
    judge(json.loads(line))          # silent, or raises Disagreement
"""

from .disagree import Disagreement
from .judge import Verdict, judge
from .rules import LT_CLASSIC, RULES, Rules

__all__ = ["LT_CLASSIC", "RULES", "Disagreement", "Rules", "Verdict", "judge"]
