"""How the report page looks: on light and dark screens, on a phone, on paper. The colours are those of the charts."""

from __future__ import annotations

from reports.look import FAINT, INK, PAPER, SHADE, A, B, palette

DARK = "screen and (prefers-color-scheme: dark)"
"""When a page is dark; on paper it never is."""

_SHEET = """\
:root { color-scheme: light dark; %(light)s }
@media %(query)s { :root { %(dark)s } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 0.5rem; }
p, ul { margin: 0.5rem 0; }
ul { padding-left: 1.2rem; }
.answer { font-size: 1.2rem; border-left: 0.3rem solid var(--a); padding-left: 0.8rem; }
.early { font-weight: 600; border-left: 0.3rem solid var(--b); padding-left: 0.8rem; }
.asks, figcaption { color: var(--faint); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--shade); padding: 0.25rem 0.9rem 0.25rem 0; }
th, td { text-align: left; vertical-align: top; }
th { font-weight: 600; }
tbody th { min-width: 7.5rem; }
th.part { font-weight: 400; padding-left: 1rem; }
.numbers td, .numbers thead th + th { text-align: right; }
.numbers td { white-space: nowrap; }
figure { margin: 0.8rem 0; }
img { display: block; width: 100%%; min-width: 28rem; height: auto; }
pre { white-space: pre-wrap; border: 1px solid var(--shade); border-radius: 0.3rem; padding: 0.7rem; }
@media print {
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  figure, tr { break-inside: avoid; }
  h2 { break-after: avoid; }
  .wide { overflow: visible; }
  img { width: 14cm; min-width: 0; }
}
"""
_NAMES = {"ink": INK, "paper": PAPER, "faint": FAINT, "shade": SHADE, "a": A, "b": B}


def sheet() -> str:
    """The style sheet of a page; it refers to nothing outside itself."""
    return _SHEET % {"query": DARK, "light": _variables(dark=False), "dark": _variables(dark=True)}


def _variables(*, dark: bool) -> str:
    colors = palette(dark=dark)
    return " ".join(f"--{name}: {colors[place]};" for name, place in _NAMES.items())
