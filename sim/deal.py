"""The deal: a shuffled pack, the hands, the start pile, and whose card a draw brings.

Decides L4, L6-L8 and the two draw schemes. Card *i* of the shuffled pack goes to seat `first + i`, one card
at a time (packets likewise, after the hands); what is left is the stock. Under `pile` the stock is taken from
the top, start card and covers first. Under `queues` its cards are slots 0, 1, 2, …: slot j belongs to seat
j mod n, the start card is the last slot and covers come before it, and a seat draws its own next slot; a seat
without one takes from the seat with most left, the lowest on ties. Both have the same law, since the unseen
cards are exchangeable and the rule never looks at one; queues keep the later draws of a seat the same when
another seat takes the pile, and that makes comparisons of two strategies sharper.

Left out: sr's cut, the two-handed start, Italian face-down cards; they come with their rule sets.
"""

from __future__ import annotations

import numpy as np

from sim.events import log
from sim.jit import kernel
from sim.random import mix, shuffle
from sim.words import (
    CODE_OF_KIND,
    DRAW,
    EVENT_START,
    FIRST_SPECIAL,
    JOKER_CODE,
    KIND_OF_CODE,
    KINDS,
    NONE,
    PILE_ORDER,
)


def _added(first: int, bits: int, last: int) -> np.ndarray:
    """What a card of each code adds to a packed word whose lanes are the kinds `first` … `last - 1`."""
    kinds = [int(kind) for kind in KIND_OF_CODE]
    return np.array([1 << bits * (kind - first) if first <= kind < last else 0 for kind in kinds], np.int64)


RANK_ADD = _added(0, 5, FIRST_SPECIAL)
SPECIAL_ADD = _added(FIRST_SPECIAL, 8, KINDS)


@kernel
def fresh_pack(deck, rules):
    """Write the unshuffled pack into `deck` (uint8): each pack 4c 4d 4h 4s 5c … As 2c … 3s, then all jokers."""
    card = np.int64(0)
    for _ in range(rules.packs):
        for code in range(JOKER_CODE):
            deck[card] = code
            card += 1
    for _ in range(rules.jokers):
        deck[card] = JOKER_CODE
        card += 1


@kernel
def clear_table(table, dealer):
    """Zero what a deal writes in the table; rules, sides of the seats and scores stay."""
    table.phase = DRAW
    table.question = 0
    table.turn = 0
    table.dealer = dealer
    table.asker = -1
    table.stock_left = 0
    table.pile_count = 0
    table.pile_top = NONE
    table.frozen = 0
    table.pile_ranks = 0
    table.pile_special = 0
    table.log_count = 0
    for seat in range(table.rules.seats):
        table.hand_count[seat] = 0
        table.packet[seat] = 0
        table.takes[seat] = 0
        table.biggest_take[seat] = 0
        table.discarded[seat] = 0
        table.left_lying[seat] = 0
        table.known[seat] = 0
        table.discarded_special[seat] = 0
        table.known_special[seat] = 0
        table.refused[seat] = 0
    for index in range(table.rules.sides):
        clear_side(table.sides[index])


@kernel
def clear_side(side):
    """Nothing laid, nothing shown."""
    for slot in range(2):
        side.naturals[slot] = 0
        side.wilds[slot] = 0
        side.fresh[slot] = 0
        side.wild_open[slot] = 0
        side.black3[slot] = 0
    for kind in range(5):
        side.canastas[kind] = 0
    for count in range(4):
        side.closed[count] = 0
    side.at_once = 0
    side.run_count = 0
    side.red3 = 0
    side.aside = 0
    side.opened = 0
    side.extra_given = 0
    side.points = 0


@kernel
def clear_seats(table, hidden, key):
    """Empty hands and notes; `key` (uint64) is that of the deal's coins."""
    for seat in range(table.rules.seats):
        me = hidden.mes[seat]
        me.seat = seat
        me.side = table.side_of[seat]
        me.count = 0
        me.answered = 0
        me.ranks = 0
        me.special = 0
        me.may = 0
        me.need = 0
        me.laid = 0
        me.need_canasta = 0
        me.fired = 0
        for note in range(8):
            me.memo[note] = 0
        hidden.coin_key[seat] = mix(key, np.uint64(seat))
        hidden.decision[seat] = 0
        hidden.laid_before[seat] = 0
        hidden.taken[seat] = 0


@kernel
def set_minimums(table):
    """Each side's opening minimum from its match score before the deal (L24, all?1)."""
    rules = table.rules
    for index in range(rules.sides):
        band = np.int64(0)
        while band + 1 < rules.bands and table.scores[index] >= rules.band_from[band + 1]:
            band += 1
        table.minimum[index] = rules.band_minimum[band]


@kernel
def deal(table, hidden):
    """Deal: shuffle with `hidden.keys[0]`, coins from `hidden.keys[1]`; the first player is `table.seat`.

    Changes `table`, `mes`, `hidden` in place; `table.scores`, `hidden.scheme` and `hidden.logging` are read.
    """
    rules = table.rules
    seats, first = rules.seats, table.seat
    clear_table(table, (first + seats - 1) % seats)
    clear_seats(table, hidden, hidden.keys[1])
    set_minimums(table)
    hidden.passes = 0
    hidden.ending = 0
    hidden.out_seat = -1
    hidden.concealed = 0
    hidden.event_count = 0
    fresh_pack(hidden.deck, rules)
    shuffle(hidden.deck, rules.cards, hidden.keys[0])
    for turn in range(seats):
        deal_hand(table, hidden.mes[(first + turn) % seats], hidden, turn)
    open_stock(table, hidden, seats * (rules.hand + rules.packet))
    turn_start_cards(table, hidden)


@kernel
def deal_hand(table, me, hidden, turn):
    """Give `me` the hand of the player who is dealt to as number `turn`; summed in registers, not in the record."""
    rules = table.rules
    ranks, word = np.int64(0), np.int64(0)
    for card in range(turn, rules.seats * rules.hand, rules.seats):
        code = hidden.deck[card]
        ranks += RANK_ADD[code]
        word += SPECIAL_ADD[code]
    me.ranks = ranks
    me.special = word
    me.count = rules.hand
    table.hand_count[me.seat] = rules.hand
    table.packet[me.seat] = rules.packet


@kernel
def open_stock(table, hidden, card):
    """The stock begins at index `card` of the deck."""
    table.stock_left = table.rules.cards - card
    hidden.slots = table.rules.cards
    for seat in range(table.rules.seats):
        hidden.next_slot[seat] = card if hidden.scheme == PILE_ORDER else card + seat


@kernel
def turn_start_cards(table, hidden):
    """Turn the start card and its covers (L7, L8; lt-classic?1, ?2)."""
    while True:
        if hidden.scheme == PILE_ORDER:
            index = hidden.next_slot[0]
            hidden.next_slot[0] = index + 1
        else:
            hidden.slots -= 1
            index = hidden.slots
        table.stock_left -= 1
        code = np.int64(hidden.deck[index])
        kind = KIND_OF_CODE[code]
        log(hidden, EVENT_START, np.int64(0), index, np.int64(0))
        put_on_pile(table, kind)
        if (table.rules.start_freezes >> kind) & 1:
            table.frozen = 1
        if (table.rules.start_covered >> kind) & 1 == 0 or table.stock_left == 0:
            return


@kernel
def put_on_pile(table, kind):
    """Lay a card of `kind` on the pile; naturals lie there as clubs where suits do not matter."""
    code = CODE_OF_KIND[kind]
    table.pile[table.pile_count] = code
    table.pile_count += 1
    table.pile_top = code
    table.pile_ranks += RANK_ADD[code]
    table.pile_special += SPECIAL_ADD[code]


@kernel
def next_card(table, hidden, seat):
    """Index in the deck of the next stock card for `seat`, which thereby leaves the stock; the stock is not empty."""
    table.stock_left -= 1
    if hidden.scheme == PILE_ORDER:
        index = hidden.next_slot[0]
        hidden.next_slot[0] = index + 1
        return index
    seats = table.rules.seats
    index = hidden.next_slot[seat]
    if index >= hidden.slots:  # own queue empty: from the seat with most left, the lowest on ties
        owner, most = seat, np.int64(0)
        for other in range(seats):
            left = (hidden.slots - hidden.next_slot[other] + seats - 1) // seats
            if left > most:
                owner, most = other, left
        index = hidden.next_slot[owner]
        hidden.next_slot[owner] = index + seats
        return index
    hidden.next_slot[seat] = index + seats
    return index
