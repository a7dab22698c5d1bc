"""The rule sets that come with the package, found by their folder: `<id>.toml` here, no list to edit."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

SUFFIX = ".toml"


def shipped() -> dict[str, Traversable]:
    """Id and file of each shipped rule set, in alphabetical order; works from an installed wheel too."""
    found = {one.name.removesuffix(SUFFIX): one for one in files("sim.rules").iterdir() if one.name.endswith(SUFFIX)}
    return dict(sorted(found.items()))
