"""Ctrl-C during a run: the first one asks it to stop after the deals it has, the second one ends it at once.

A run adds up integers; an exception in the middle of that would leave half a block in them. So the signal only sets a
flag, which the run looks at between blocks. Before the run first looks (while it compiles) Ctrl-C raises as usual.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType


@contextlib.contextmanager
def asked_to_stop() -> Iterator[Callable[[], bool]]:
    """A function that says whether SIGINT or SIGTERM has come since it was first called.

    Both have their former meaning afterwards, and on any thread but the main one, where signals cannot be caught.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    looked = asked = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        if asked or not looked:
            raise KeyboardInterrupt
        asked = True

    def stop() -> bool:
        nonlocal looked
        looked = True
        return asked

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
