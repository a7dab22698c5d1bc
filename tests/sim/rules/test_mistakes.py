"""Each kind of bad file gives one sentence: file, line, key, what is allowed and the nearest valid key."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sim.rules
from sim.rules import RulesError, load, pack, to_toml, unplayable
from sim.rules.keys import leaves

CLASSIC = (Path(sim.rules.__file__).parent / "lt-classic.toml").read_text("utf-8")

# name: (text after `parent = "lt-classic"` in line 1, how the sentence starts, what else it must say)
MISTAKES: dict[str, tuple[str, str, list[str]]] = {
    "misspelt key": (
        "[deal]\nhnad = 12",
        "line 3: deal.hnad is not a key",
        ["nearest valid key is deal.hand"],
    ),
    "misspelt table": ("[pakc]\njokers = 4", "line 2: pakc is not a key", ["nearest valid key is pack"]),
    "misspelt header": ("prent = 3", "line 2: prent is not a key", ["nearest valid key is parent"]),
    "key without table": ("jokers = 4", "line 2: jokers is not a key", ["nearest valid key is pack.jokers"]),
    "key in the wrong table": ("[deal]\njokers = 4", "line 3: deal.jokers is not", ["key is pack.jokers"]),
    "misspelt key of a band": (
        '[opening]\nbands = [\n  { from = "negative", minimum = 15 },\n  { from = 0, minimun = 50 },\n]',
        "line 5: opening.bands[1].minimun is not a key",
        ["nearest valid key is opening.bands[1].minimum"],
    ),
    "rank in the singular": (
        "[scoring.special]\nace = { natural = 5, mixed = 5 }",
        "line 3: scoring.special.ace is not a key",
        ["nearest valid key is scoring.special.aces"],
    ),
    "strange key": ('"a\\nb" = 1', r"line 2: 'a\nb' is not a key", ["nearest valid key is"]),
    "missing key": (
        "[scoring.special]\naces = { natural = 5 }",
        "line 3: scoring.special.aces.mixed is missing",
        ["allowed is a multiple of 5 from 0 to 100000"],
    ),
    "text for a number": (
        '[deal]\nhand = "eleven"',
        'line 3: deal.hand is "eleven"',
        ["whole number from 1 to 100"],
    ),
    "fraction": ("[deal]\nhand = 11.5", "line 3: deal.hand is 11.5", ["whole number from 1 to 100"]),
    "true for a number": ("[deal]\nhand = true", "line 3: deal.hand is true", ["whole number from 1 to 100"]),
    "date": ("[deal]\nhand = 1979-05-27", "line 3: deal.hand is 1979-05-27", ["whole number from 1 to 100"]),
    "not a number": ("[deal]\nhand = nan", "line 3: deal.hand is nan", ["whole number from 1 to 100"]),
    "number too large": ("[deal]\nhand = 101", "line 3: deal.hand is 101", ["whole number from 1 to 100"]),
    "number for a switch": ("[pile]\nmix = 1", "line 3: pile.mix is 1", ["true or false"]),
    "unknown word": (
        '[pile]\ntaken = "hole"',
        'line 3: pile.taken is "hole"',
        ['"top card"', 'nearest is "whole"'],
    ),
    "unknown kind": (
        '[pile]\nstops = [\n  "joker",\n  "tow",\n]',
        'line 5: pile.stops[1] is "tow"',
        ["black three", 'nearest is "two"'],
    ),
    "discard that cannot be": (
        '[pile]\nfreezes = ["red three"]',
        'line 3: pile.freezes[0] is "red three"',
        [],
    ),
    "word for a list": ('[pile]\nstops = "joker"', 'line 3: pile.stops is "joker"', ["a list"]),
    "number for a table": ("deal = 3", "line 2: deal is 3", ["a table with the keys hand, packet"]),
    "list for a table": ("[[deal]]\nhand = 3", "line 2: deal is [[deal]]", ["a table with the keys"]),
    "set below seven": (
        "[melds]\nlargest_set = 5",
        "line 3: melds.largest_set is 5",
        ["7 to 32", '"no limit"'],
    ),
    "points not by five": ("[values]\njoker = 49", "line 3: values.joker is 49", ["a multiple of 5"]),
    "target not by five": (
        "[match]\ntarget = 5003",
        "line 3: match.target is 5003",
        ["a multiple of 5 from 5"],
    ),
    "target below zero": (
        "[match]\ntarget = -5000",
        "line 3: match.target is -5000",
        ["a multiple of 5 from 5"],
    ),
    "empty name": ('name = ""', 'line 2: name is ""', ["one line of text"]),
    "two lines of description": ('description = "a\\nb"', "line 2: description is", ["one line of text"]),
    "no bands": ("[opening]\nbands = []", "line 3: opening.bands is []", ["1 to 8 entries"]),
    # contradictions
    "sides": ("[table]\nsides = 3", "line 3: table.sides is 3", ["does not divide table.seats (4)"]),
    "too many cards": (
        "[pack]\njokers = 16\npacks = 4\n[red_threes]\ntotals = [5, 5, 5, 5, 5, 5, 5, 5]",
        "line 3: pack.packs and pack.jokers make 224 cards",
        ["at most 216"],
    ),
    "deal too large": ("[deal]\nhand = 28", "line 3: deal.hand and deal.packet need 112 cards", ["only 110"]),
    "packet too large": (
        "[deal]\npacket = 17",
        "line 3: deal.hand and deal.packet need 112 cards",
        ["only 110"],
    ),
    "kind named twice": (
        '[pile]\nstops = ["two", "two"]',
        'line 3: pile.stops names "two" more than once',
        [],
    ),
    "always frozen": ("[pile]\nalways_frozen = true", "line 3: pile.always_frozen is true", ["pile.mix"]),
    "add to a canasta only": (
        "[pile]\nadd = false",
        "line 3: pile.add_to_canasta is true",
        ["needs pile.add"],
    ),
    "add to a closed canasta": (
        "[melds]\nlargest_set = 7",
        "line 3: pile.add_to_canasta is true",
        ["largest_set"],
    ),
    "mix without room": (
        "[melds]\nleast_naturals = 3",
        "line 3: pile.mix is true",
        ["no wild in a set of three"],
    ),
    "forced to nothing": ('[pile]\ntaken = "never"', "line 3: pile.forced_without_stock is true", ["never"]),
    "naturals above three": (
        "[melds]\nleast_naturals = 4",
        "line 3: melds.least_naturals is 4",
        ["sets start at three"],
    ),
    "naturals of a canasta": (
        "[melds]\nleast_naturals_in_canasta = 1",
        "line 3: melds.least_naturals_in_canasta is 1",
        ["melds.least_naturals (2)"],
    ),
    "run bonus": ("[sequences]\nbonus = 1500", "line 3: sequences.bonus is 1500", ["no sequences"]),
    "run wilds": ("[sequences]\nwilds = 1", "line 3: sequences.wilds is 1", ["no sequences"]),
    "run bonus with wild": (
        "[sequences]\nleast = 3\nmost = 7\nbonus_with_wild = 500",
        "line 5: sequences.bonus_with_wild is 500",
        ["sequences.wilds"],
    ),
    "runs too short": ("[sequences]\nleast = 2\nmost = 7", "line 3: sequences.least is 2", ["3 and more"]),
    "runs without canasta": (
        "[sequences]\nleast = 3\nmost = 6",
        "line 4: sequences.most is 6",
        ["7 or more"],
    ),
    "runs upside down": (
        "[sequences]\nleast = 9\nmost = 8",
        "line 3: sequences.least is 9",
        ["sequences.most (8)"],
    ),
    "wild bonus": ("[wild_melds]\nbonus = 1000", "line 3: wild_melds.bonus is 1000", ["no wild melds"]),
    "wild lock": ("[wild_melds]\nlock = true", "line 3: wild_melds.lock is true", ["no wild melds"]),
    "special wild bonus": (
        "[wild_melds.special]\nseven_twos = 3000",
        "line 3: wild_melds.special.seven_twos is 3000",
        ["no wild melds"],
    ),
    "wild meld of nobody's": ("[wild_melds]\nmost = 7", "line 3: wild_melds.least is 0", ["3 and more"]),
    "seven jokers of six": (
        "[wild_melds]\nleast = 3\nmost = 7\nspecial.seven_jokers = 4000",
        "line 5: wild_melds.special.seven_jokers pays for 7 jokers",
        ["pack.jokers gives only 6"],
    ),
    "too many black threes": ("[black_threes]\nmost = 5", "line 3: black_threes.most is 5", ["only 4"]),
    "black threes upside down": (
        "[black_threes]\nleast = 5",
        "line 3: black_threes.least is 5",
        ["at most 4"],
    ),
    "final discard": (
        "[going_out]\nfinal_discard = false",
        "line 3: black_threes.final_discard",
        ["forbids"],
    ),
    "first band": (
        "[opening]\nbands = [{ from = 0, minimum = 15 }]",
        "line 3: opening.bands starts from 0",
        [],
    ),
    "negative twice": (
        '[opening]\nbands = [{ from = "negative", minimum = 15 }, { from = "negative", minimum = 50 }]',
        'line 3: opening.bands says from = "negative" more than once',
        [],
    ),
    "bands upside down": (
        '[opening]\nbands = [{from="negative", minimum=15}, {from=500, minimum=50}, {from=0, minimum=50}]',
        "line 3: opening.bands goes from 500 to 0",
        [],
    ),
    "kinds above canastas": (
        '[going_out]\nkinds = ["natural", "mixed"]',
        "line 3: going_out.canastas is 1",
        ["2 different"],
    ),
    "wild canasta asked for": (
        '[going_out]\nkinds = ["wild"]',
        "line 3: going_out.kinds asks for",
        ["wild melds"],
    ),
    "mixed canasta asked for": (
        '[going_out]\nkinds = ["mixed"]\n[pile]\nmix = false\n[melds]\nmost_wilds = 0',
        "line 3: going_out.kinds asks for",
        ["no wild in a set"],
    ),
    "red threes asked for": ("[going_out]\nred_threes = 5", "line 3: going_out.red_threes is 5", ["only 4"]),
    "double bonus": (
        "[scoring]\ndouble_going_out = 100",
        "line 3: scoring.double_going_out is 100",
        ["false"],
    ),
    "totals": ("[pack]\npacks = 3", "line 3: red_threes.totals has 4 entries", ["6 red threes"]),
    "sign by no canasta": (
        '[red_threes]\nplus_if = "canastas"',
        "line 3: red_threes.plus_if is",
        ["1 or more"],
    ),
    "canastas for nothing": ("[red_threes]\ncanastas = 1", "line 3: red_threes.canastas is 1", ["only 0"]),
}

# Files that do not come as far as their keys: bytes, how the sentence goes on after the file name, what else.
UNREADABLE: dict[str, tuple[bytes, str, list[str]]] = {
    "not UTF-8": (b"name = '\xff'", ": byte 9 is not UTF-8", []),
    "not TOML": (b"[deal\nhand = 3\n", ", line 1: this is not TOML at column 6", []),
    "key given twice": (b"[deal]\nhand = 3\nhand = 4\n", ", line 3: this is not TOML", ["a second time"]),
    "cut off": (b"name = ", ": this is not TOML", []),
    "string without end": (b"name = '''", ": this is not TOML", []),
    "endless number": (b"version = " + b"9" * 5000, ": this is not TOML", ["thousands of digits"]),
    "endless nesting": (b"a = " + b"[" * 5000 + b"]" * 5000, ": lists or tables are nested too deep", []),
    "nothing": (b"", ": table, pack, deal and 13 more are missing", ['parent = "lt-classic"']),
    "unknown parent": (
        b'parent = "lt-clasic"',
        ', line 1: parent is "lt-clasic"',
        ['nearest is "lt-classic"'],
    ),
    "parent that is no id": (b"\nparent = 3", ", line 2: parent is 3", ["the id of a rule set"]),
    "parent that is a path": (
        b'parent = "../x.toml"',
        ", line 1: parent is '../x.toml'",
        ["the id of a rule set"],
    ),
}


def sentence_of(file: str | Path) -> str:
    """The one sentence that refuses a file."""
    with pytest.raises(RulesError) as caught:
        load(file)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.isprintable()
    return sentence


@pytest.mark.parametrize("case", MISTAKES)
def test_mistake(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, start, parts = MISTAKES[case]
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text(f'parent = "lt-classic"\n{text}\n', "utf-8")
    sentence = sentence_of("house.toml")
    assert sentence.startswith(f"house.toml, {start}"), sentence
    assert all(part in sentence for part in parts), sentence


@pytest.mark.parametrize("case", UNREADABLE)
def test_unreadable(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, start, parts = UNREADABLE[case]
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_bytes(data)
    sentence = sentence_of("house.toml")
    assert sentence.startswith(f"house.toml{start}"), sentence
    assert all(part in sentence for part in parts), sentence


def test_several_mistakes_are_several_lines(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('parent = "lt-classic"\n[deal]\nhand = 0\n[pack]\njoker = 4\n[values]\nace = 3\n')
    with pytest.raises(RulesError) as caught:
        load(file)
    lines = str(caught.value).splitlines()
    assert [line.split(": ")[0].split(", ")[-1] for line in lines] == ["line 5", "line 3", "line 7"]


def test_several_contradictions_are_several_lines(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('parent = "lt-classic"\n[deal]\nhand = 60\n[sequences]\nbonus = 5\n')
    with pytest.raises(RulesError, match=r"line 3: .*\n.*line 5: ") as caught:
        load(file)
    assert len(str(caught.value).splitlines()) == 2


@pytest.mark.parametrize("wanted", ["lt-clasic", "classic", "LT-CLASSIC", "x" * 5000, "\0", "a\nb", "ąž"])
def test_unknown_id_names_the_nearest(wanted: str) -> None:
    assert '"lt-classic"' in sentence_of(wanted)


def test_no_id() -> None:
    assert sentence_of("") == "there is no rule set ''; known are lt-classic"


@pytest.mark.parametrize("wanted", ["nofile.toml", "no/such/folder", "\0.toml", "x" * 5000 + ".toml", "a\nb.toml"])
def test_no_such_file(wanted: str) -> None:
    assert sentence_of(wanted)


def test_directory(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    for folder in (str(tmp_path), tmp_path / "folder.toml", "."):
        assert "is a directory" in sentence_of(folder)


def test_forbidden_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal is made, not asked of the file system: the superuser may read everything."""
    file = tmp_path / "house.toml"
    file.touch()

    def refuse(*_: object, **__: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    monkeypatch.setattr(Path, "read_text", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    assert "cannot be read" in sentence_of(file)


# --- random files -------------------------------------------------------------------------------------------

VALUES = st.sampled_from(
    [
        "0",
        "-1",
        "7",
        "105",
        "true",
        '"two"',
        '"no limit"',
        "[]",
        "{}",
        "1.5",
        "nan",
        "1979-05-27",
        '["joker"]',
        "99" * 9,
    ]
)
KEYS = st.sampled_from([".".join(map(str, path)) for path in leaves()])


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """lt-classic.toml with some stretches cut out, doubled or replaced by other text."""
    text = CLASSIC
    for _ in range(draw(st.integers(1, 4))):
        low = draw(st.integers(0, len(text)))
        high = min(len(text), low + draw(st.integers(0, 40)))
        new = draw(st.one_of(st.just(""), st.just(text[low:high] * 2), st.text(max_size=8), VALUES))
        text = text[:low] + new + text[high:]
    return text


@st.composite
def changed(draw: st.DrawFn) -> str:
    """A child of lt-classic that gives some keys other values, valid TOML throughout."""
    pairs = draw(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
    return "\n".join(['parent = "lt-classic"', *(f"{key} = {value}" for key, value in pairs.items())])


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.one_of(damaged(), changed(), st.text()))
def test_random_files_raise_nothing_but_rules_errors(tmp_path: Path, text: str) -> None:
    file = tmp_path / "random.toml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    refusal = ""
    try:
        rules = load(file)
    except RulesError as error:
        refusal = str(error)
    if refusal:
        assert all(line.isprintable() for line in refusal.split("\n"))
        return
    assert pack(rules)[0].cards <= 216
    file.write_text(to_toml(rules), "utf-8")
    assert pack(load(file)).tobytes() == pack(rules).tobytes()
    unplayable(rules)
