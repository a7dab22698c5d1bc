"""Bit tricks, all of them: counting bits, 128-bit products, and arithmetic on packed counts.

Each processor instruction that Python lacks is a plain Python function here, and `_instruction` tells the compiler what
to put in its place. Everything else in the engine is ordinary integer arithmetic on int64, where a rank word (eleven
5-bit lanes) keeps bit 63 free.

>>> hand = 3 * unit(0) + unit(10)                      # three fours and an ace
>>> [int(x) for x in (at_least(hand, 2), lowest(at_least(hand, 1)), lane(hand, 10), cards(hand))]
[1, 0, 1, 4]
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, type_callable

from sim.jit import kernel
from sim.words import FIRST_SPECIAL, LANES

LANE_BITS, SPECIAL_BITS = 5, 8
ONES = sum(1 << (LANE_BITS * lane) for lane in range(LANES))  # 1 in each lane
HIGH = ONES << 4  # the top bit of each lane
EVEN = sum(31 << (2 * LANE_BITS * pair) for pair in range((LANES + 1) // 2))  # every second lane
PAIR_ONES = sum(1 << (2 * LANE_BITS * pair) for pair in range((LANES + 1) // 2))


def trailing_zeros(word):
    """Zero bits below the lowest set bit of an int64; 64 for zero."""
    word = int(word)
    return np.int64((word & -word).bit_length() - 1 if word else 64)


def leading_zeros(word):
    """Zero bits above the highest set bit of a non-negative int64; 64 for zero."""
    return np.int64(64 - int(word).bit_length())


def ones(word):
    """Set bits of a non-negative int64."""
    return np.int64(int(word).bit_count())


def high_product(a, b):
    """Upper 64 bits of the 128-bit product of two uint64."""
    return np.uint64((int(a) * int(b)) >> 64)


def _instruction(plain, kind, generate):
    """Let compiled code use `generate(builder, *values)` wherever it calls `plain` with arguments of one numba type."""

    arity = plain.__code__.co_argcount

    @type_callable(plain)
    def typer_of(context):
        return (lambda _word: kind) if arity == 1 else (lambda _a, _b: kind)

    @lower_builtin(plain, *[types.Integer] * arity)
    def lower(context, builder, signature, arguments):
        values = [
            context.cast(builder, value, given, kind) for value, given in zip(arguments, signature.args, strict=True)
        ]
        return generate(builder, *values)


def _wide_product(builder, a, b):
    wide = ir.IntType(128)
    product = builder.mul(builder.zext(a, wide), builder.zext(b, wide))
    return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))


_instruction(trailing_zeros, types.int64, lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 0)))
_instruction(leading_zeros, types.int64, lambda builder, word: builder.ctlz(word, ir.Constant(ir.IntType(1), 0)))
_instruction(ones, types.int64, lambda builder, word: builder.ctpop(word))
_instruction(high_product, types.uint64, _wide_product)


@kernel
def unit(rank):
    """A rank word with one card of `rank`."""
    return np.int64(1) << (LANE_BITS * rank)


@kernel
def lane(word, rank):
    """Cards of `rank` in a rank word."""
    return (word >> (LANE_BITS * rank)) & 31


@kernel
def at_least(word, count):
    """Rank word with 1 in each lane of `count` cards or more; 1 <= count <= 16, lanes of at most 16 + count - 1."""
    return ((word + (16 - count) * ONES) & HIGH) >> 4


@kernel
def any_at_least(word, count):
    """True if some lane holds `count` cards or more; unlike `at_least` for lanes up to 31."""
    even, odd = word & EVEN, (word >> LANE_BITS) & EVEN
    return (((even + (512 - count) * PAIR_ONES) | (odd + (512 - count) * PAIR_ONES)) & (512 * PAIR_ONES)) != 0


@kernel
def lowest(lanes):
    """The lowest rank with a set bit in `lanes`, a non-zero word of `at_least`; 13/64 is 1/5, exact up to 50."""
    return (trailing_zeros(lanes) * 13) >> 6


@kernel
def highest(lanes):
    """The highest rank with a set bit in `lanes`, a non-zero word of `at_least`."""
    return ((63 - leading_zeros(lanes)) * 13) >> 6


@kernel
def cards(word):
    """All cards of a rank word: two lanes share ten bits, then the sum is folded, so that it cannot overflow."""
    pairs = (word & EVEN) + ((word >> LANE_BITS) & EVEN)
    folded = (pairs + (pairs >> 30)) & ((1 << 30) - 1)
    return (folded + (folded >> 10) + (folded >> 20)) & 1023


@kernel
def special_unit(kind):
    """A special word with one card of a kind JOKER … RED_THREE."""
    return np.int64(1) << (SPECIAL_BITS * (kind - FIRST_SPECIAL))


@kernel
def special(word, kind):
    """Cards of a kind JOKER … RED_THREE in a special word."""
    return (word >> (SPECIAL_BITS * (kind - FIRST_SPECIAL))) & 255


@kernel
def twos(word):
    """Red and black twos of a special word."""
    return ((word >> SPECIAL_BITS) & 255) + ((word >> 2 * SPECIAL_BITS) & 255)


@kernel
def wilds(word):
    """Jokers and twos of a special word."""
    return (word & 255) + ((word >> SPECIAL_BITS) & 255) + ((word >> 2 * SPECIAL_BITS) & 255)
