"""How every chart looks: colours, sizes, and how names are written in a picture.

Decided here: two players are told apart by colour, by lightness (grey printing), and by hatching or dashes (no colour
at all); text is never smaller than SMALL; the font is the one that matplotlib brings along, so pictures are the same
on every machine. Left out: what is drawn (`reports.charts`) and making files of it (`reports.figure`).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any
from unicodedata import bidirectional

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

A, B, INK, FAINT, SHADE, PAPER = "C0", "C1", "C2", "C3", "C4", "C5"
"""Colours by their place in the style's cycle, so that a chart is drawn for light or dark paper without knowing it."""
HATCH = "////"
"""Marks what is B's or negative, beside its colour."""

SIZE = 6.4, 4.5  # inches
DPI = 160
NORMAL, SMALL, LARGE = 10.5, 9.5, 12.5  # points
MOST_TICKS = 8
BELOW = 0.58  # inches under an axes at which a legend begins: ticks and the label of the axis have room above it

LEFTWARDS = ("R", "AL", "AN")  # kinds of letters, in the words of Unicode

_FONT = "DejaVu Sans"
_LIGHT = {A: "#00538f", B: "#e08a1e", INK: "#1b1b1b", FAINT: "#5f5f5f", SHADE: "#e3e3e3", PAPER: "#ffffff"}
_DARK = {A: "#8cc4f5", B: "#d9822b", INK: "#ececec", FAINT: "#ababab", SHADE: "#3d4047", PAPER: "#1b1d21"}
_THE_MACHINE = ("backend", "backend_fallback", "interactive", "toolbar")  # settings that are no matter of looks


def palette(*, dark: bool = False) -> dict[str, str]:
    """The colours of the style by their place in its cycle, as pages write them too."""
    return _DARK if dark else _LIGHT


def settings(*, dark: bool = False) -> Any:
    """Every matplotlib setting of the style; none of the user's own takes part."""
    from cycler import cycler
    from matplotlib import rcParamsDefault

    colors = palette(dark=dark)
    ink, paper = colors[INK], colors[PAPER]
    own: dict[str, Any] = {
        "font.family": [_FONT],
        "font.size": NORMAL,
        "text.parse_math": False,
        "axes.unicode_minus": False,
        "axes.prop_cycle": cycler(color=list(colors.values())),
        "axes.labelsize": NORMAL,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "figure.figsize": SIZE,
        "figure.dpi": DPI,
        "figure.constrained_layout.h_pad": 0.08,
        "figure.constrained_layout.w_pad": 0.08,
        "savefig.dpi": DPI,
        "legend.frameon": False,
        "legend.fontsize": SMALL,
        "xtick.labelsize": SMALL,
        "ytick.labelsize": SMALL,
        "hatch.linewidth": 0.8,
        "svg.fonttype": "path",
        "svg.hashsalt": "canasta-lab",
    }
    own |= dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), ink)
    own |= dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor"), paper)
    own["hatch.color"] = paper
    return {name: value for name, value in rcParamsDefault.items() if name not in _THE_MACHINE} | own


def plain_numbers(*axes: Axis) -> None:
    """Numbers at these axes as they stand in texts."""
    from matplotlib.ticker import FuncFormatter

    for axis in axes:
        axis.set_major_formatter(FuncFormatter(thousands))


def few_ticks(axes: Axes) -> None:
    """So few numbers at the x axis that long ones do not touch."""
    axes.locator_params(axis="x", nbins=MOST_TICKS)


def legend_below(axes: Axes, columns: int) -> None:
    """The legend of an axes, under the label of its x axis, whatever the height of the axes."""
    from matplotlib.transforms import ScaledTranslation

    down = ScaledTranslation(0, -BELOW, axes.get_figure(root=True).dpi_scale_trans)  # type: ignore[union-attr]
    axes.legend(
        loc="upper left",
        bbox_to_anchor=(0, 0),
        bbox_transform=axes.transAxes + down,
        ncols=columns,
        borderaxespad=0,
        borderpad=0,
        columnspacing=1.4,
        handlelength=1.8,
    )


def thousands(value: float, _place: int | None = None) -> str:
    """A number at an axis, as in texts: 10,000 or 2.5.

    >>> thousands(10000.0), thousands(-2.5)
    ('10,000', '-2.5')
    """
    return f"{value:z,.10g}"


def shortened(name: str, width: int) -> str:
    """A name of at most `width` characters, its middle left out: names of strategies differ at both ends.

    >>> shortened("plain:danger=31,reserve=5", 13)
    'plain:…erve=5'
    """
    if len(name) <= width:
        return name
    head = width // 2
    return f"{name[:head]}…{name[head + 1 - width :]}"


def drawable(text: str) -> str:
    """A text in which what cannot be shown is a �: characters that the font lacks, control characters, line ends.

    Letters that are written from right to left are among them, since they would turn the rest of a line round.

    >>> drawable("plain 牌"), drawable("a$b_c\\n")
    ('plain �', 'a$b_c�')
    """
    known = _glyphs()
    fits = (each.isprintable() and ord(each) in known and bidirectional(each) not in LEFTWARDS for each in text)
    return "".join(each if fit else "\ufffd" for each, fit in zip(text, fits, strict=True))


@cache
def _glyphs() -> frozenset[int]:
    from matplotlib.font_manager import findfont, get_font

    return frozenset(get_font(findfont(_FONT)).get_charmap())
