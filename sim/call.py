"""How the engine calls a strategy: through an address, seeing whether the hook raised or wrote where it must not.

A hook is compiled apart from the engine; the engine holds its address and that of its weights, and calls it with
numba's own calling convention, which returns a status beside the value. (A `cfunc` would print the error, return 0
and play on.) The engine so compiles once for all strategies, at a cost of 1 to 2 ns a call against inlining.

Without compilation a hook is plain Python, and a raise travels as it is.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.jit import COMPILED, kernel, rare
from sim.layout import ME, TABLE
from sim.random import coin

RAISED = -(1 << 62)  # no answer has these values
WROTE_RECORDS = RAISED + 1

TABLE_WORDS = TABLE.itemsize // 8
assert ME.fields is not None
ME_WORDS = ME.fields["memo"][1] // 8  # what lies before the fields that a hook may write

PLAIN: list = []
"""Without compilation, an "address" is an index into this list of functions and weights records."""

if COMPILED:

    @intrinsic
    def call(context, address, weights, table, me):
        """Answer of the hook at `address`, or RAISED; `weights` is the address of its weights record."""
        signature = types.int64(types.int64, types.int64, table, me)

        def generate(context, builder, signature, arguments):
            hook_types = (signature.args[2], signature.args[3], signature.args[2])  # all are passed as pointers
            function_type = context.call_conv.get_function_type(types.int64, hook_types)
            function = builder.inttoptr(arguments[0], function_type.as_pointer())
            pointer = builder.inttoptr(arguments[1], arguments[2].type)
            status, value = context.call_conv.call_function(
                builder, function, types.int64, hook_types, [arguments[2], arguments[3], pointer]
            )
            return builder.select(status.is_ok, value, ir.Constant(ir.IntType(64), RAISED))

        return signature, generate

    @intrinsic
    def word_of(context, record, index):
        """The 8 bytes of a record from byte 8 * index, as int64."""
        signature = types.int64(record, types.int64)

        def generate(context, builder, signature, arguments):
            words = builder.bitcast(arguments[0], ir.IntType(64).as_pointer())
            return builder.load(builder.gep(words, [arguments[1]]))

        return signature, generate

else:

    def call(address, weights, table, me):
        return np.int64(PLAIN[address](table, me, PLAIN[weights]))

    def word_of(record, index):
        return np.frombuffer(record.tobytes(), np.int64)[index]

    def hashed(table, me):
        """As `digest`, which would copy both records for each of their words."""
        return hash(table.tobytes() + me.tobytes()[: ME_WORDS * 8])


@kernel
def digest(table, me):
    """A number that changes when a hook writes into `table` or the read-only part of `me`."""
    value = np.int64(17)
    for index in range(TABLE_WORDS):
        value = value * 31 + word_of(table, index)
    for index in range(ME_WORDS):
        value = value * 31 + word_of(me, index)
    return value


if not COMPILED:
    digest = hashed


@rare
def call_guarded(address, weights, table, me):
    """`call`, but WROTE_RECORDS if the hook wrote where it must not."""
    before = digest(table, me)
    answer = call(address, weights, table, me)
    return answer if digest(table, me) == before else np.int64(WROTE_RECORDS)


@kernel
def decide(table, me, hidden, which):
    """Ask hook `which` of the seat of `me`; its answer, RAISED or WROTE_RECORDS.

    Changes `me.coin`, and notes in `hidden` who was asked, so that a fault can be named.
    """
    seat = me.seat
    me.coin = coin(hidden.coin_key[seat], hidden.decision[seat])
    hidden.decision[seat] += 1
    hidden.fault_seat = seat
    hidden.fault_hook = which
    address, weights = hidden.hooks[seat, which, 0], hidden.hooks[seat, which, 1]
    if hidden.guarding:
        answer = call_guarded(address, weights, table, me)
    else:
        answer = call(address, weights, table, me)
    hidden.fault_answer = answer
    return answer
