"""The model documents itself: every field says what it means, and messages can say what each one allows."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from sim.rules.keys import allowed, dotted, leaves, real_path
from sim.rules.model import Rules
from sim.rules.packing import KINDS_OF, mask
from sim.words import KINDS


def tables(model: type[BaseModel]) -> list[type[BaseModel]]:
    """A model and all the models nested in its fields."""
    nested = [model]
    for info in model.model_fields.values():
        for one in (info.annotation, *getattr(info.annotation, "__args__", ())):
            if isinstance(one, type) and issubclass(one, BaseModel):
                nested += tables(one)
    return nested


@pytest.mark.parametrize("table", dict.fromkeys(tables(Rules)))
def test_every_field_has_a_description(table: type[BaseModel]) -> None:
    assert table.__doc__
    for name, info in table.model_fields.items():
        is_table = isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel)
        assert info.description or is_table, (table.__name__, name)


@pytest.mark.parametrize("path", leaves(), ids=dotted)
def test_every_key_can_say_what_it_allows(path: tuple[str, ...]) -> None:
    assert real_path(path) == path
    assert allowed(path).startswith(("a whole number from", "a multiple of 5 from", "true or", "one of", "a list"))


def test_kinds_cover_the_pack_once() -> None:
    assert mask(tuple(KINDS_OF)) == (1 << KINDS) - 1
    assert sum(len(kinds) for kinds in KINDS_OF.values()) == KINDS
