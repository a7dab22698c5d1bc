"""How the judge objects: one exception that says where, by which rule, what was expected and found."""

from __future__ import annotations


class Disagreement(AssertionError):  # noqa: N818
    """A transcript breaks a rule. The judge fills in `deal` and `event` as the exception passes it."""

    def __init__(self, rule: str, expected: object, found: object) -> None:
        super().__init__(rule, expected, found)
        self.rule = rule
        self.expected = expected
        self.found = found
        self.deal: object = None
        self.event: int | None = None

    def __str__(self) -> str:
        where = "before the events" if self.event is None else f"event {self.event}"
        return f"deal {self.deal}, {where} [{self.rule}]: expected {self.expected}, found {self.found}"


def require(condition: bool, rule: str, expected: object, found: object) -> None:
    """Object under `rule` unless `condition` holds."""
    if not condition:
        raise Disagreement(rule, expected, found)


def agree(rule: str, what: str, expected: object, found: object) -> None:
    """Object under `rule` unless the found value equals the expected one."""
    if expected != found:
        raise Disagreement(rule, f"{what} {expected!r}", repr(found))
