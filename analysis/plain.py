"""Results as plain values that JSON knows."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Any


def plain(value: Any) -> Any:
    """Dicts, lists, numbers, words and None; what is not a number or unbounded is None.

    >>> plain({"low": float("-inf"), "cells": (1, 2)})
    {'low': None, 'cells': [1, 2]}
    """
    if isinstance(value, dict):
        return {f"{key:g}" if isinstance(key, float) else str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    if isinstance(value, StrEnum):
        return value.value
    return None if isinstance(value, float) and not math.isfinite(value) else value
