"""A new strategy: the file that a newcomer begins with, and how it gets its name.

Decided here: which names a strategy can have, and that no file is overwritten. Left out: the text, which is
`first.py` beside this file, a strategy that plays as it stands.
"""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from sim.strategy import StrategyError

FIRST = Path(__file__).parent / "first.py"
NAME = "first"  # of the strategy in that file


def write(file: Path) -> str:
    """Write a new strategy file and return the name of its strategy, made from that of the file.

    Raises StrategyError where the name of the file does not end in .py or the file is there, OSError where it cannot
    be written.
    """
    if file.suffix != ".py":
        raise StrategyError(f"a strategy file ends in .py, as in {file.stem or 'mine'}.py; {str(file)!r} does not")
    if "+" in str(file):
        raise StrategyError(
            f"{str(file)!r} has a +, which joins two strategies when they are named; choose another name"
        )
    name = name_of(file.stem)
    text = FIRST.read_text(encoding="utf-8")
    text = re.sub(rf"\b{NAME}(?= = Strategy)", name, text).replace(f'"{NAME}"', f'"{name}"')
    text = text.replace("mine.py:mine", f"{file.name}:{name}")
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        raise StrategyError(f"{file} is there already and is not overwritten; choose another name") from None
    except FileNotFoundError:
        raise StrategyError(f"there is no folder {file.parent} to write {file.name} into") from None
    return name


def name_of(stem: str) -> str:
    """A name for the strategy of a file.

    >>> name_of("mine"), name_of("my strategy"), name_of("2nd"), name_of("class")
    ('mine', 'my_strategy', 'strategy_2nd', 'strategy_class')
    """
    name = re.sub(r"\W", "_", stem)
    taken = {"draw", "ask", "lay", "discard", "answer", "hook", "weights", "table", "me", "w", "Strategy", "WEIGHTS"}
    taken |= {"add", "out", "no", "done", "stock", "take", "lane", "special", "lowest", "at_least", "held"}
    if not name.isidentifier() or keyword.iskeyword(name) or name in taken:
        name = f"strategy_{name}"
    return name
