"""A competent player of the classic in two pairs: takes what pays, throws what is safe, completes canastas, goes out.

Each hook weighs a few named judgements (`strategies.judge`); every number is a weight with its source. What the guide
says is followed where paired deals agreed, and where they did not, the weight's source says so: docs/tuning.md has
the commands.

* draw: the pile is worth its cards, more for those that meet a meld, a pair or a card of ours; adding the top card
  costs nothing, a pair little, a wild most, so the three are asked for different worths.
* ask: going out is the rule here, since opponents are left with their hands. It waits while several of our melds are
  close to canastas, longer if we have taken more piles than they; it never waits to win the match, and never ends a
  match that it would lose. The partner is asked only if he holds many cards.
* lay: opens at the first chance, in the first two rounds only if it takes few wilds; adds what fits, but keeps pairs
  while the pile is frozen; lays threes while a few cards stay; wilds complete canastas and bring a meld of five to
  six, no more. Shortly before the end, everything that counts comes to the table.
* discard: black threes first, then the rank of least weight: use to ourselves (pairs, live ranks, what opens) plus
  danger with the next opponent (what he has melded, holds for sure, has not seen) times what the pile would give him.
  With several pairs in hand and nothing safe to throw it freezes the pile with a wild.
* answer: yes, unless the own hand would cost a lot.

It reads opening minimum, wild limits, canastas needed, target and bonuses from the rules; it assumes sets of one rank,
canastas of seven and that the whole pile is taken, and lays only on the first of two melds of a rank. Who gives it
another `ask` hook must let that note in `me.memo[OUT_TURN]` when it says `out()`: the `lay` hook reads it there.
"""

from __future__ import annotations

from sim.bits import LANE_BITS, at_least, highest, lane, lowest, ones, special, wilds
from sim.jit import kernel
from sim.moves import ask as ask_partner
from sim.moves import card_of, concealed, done, held, new_set, no, out, stock, take
from sim.strategy import Strategy, hook, weights
from sim.ways import going_out_step, lay_wilds, opening_step, taking_move
from sim.words import (
    ACE,
    ADD,
    ANSWERED_YES,
    BLACK_THREE,
    BLACK_TWO,
    CANASTA,
    EIGHT,
    JOKER,
    MAY_ASK,
    MAY_CONCEAL,
    MAY_GO_OUT,
    MIX,
    OPENING,
    PAIR,
    RED_TWO,
    STOCK,
)
from strategies.judge.cards import (
    canastas_of,
    cards_of_opponents,
    cards_of_partners,
    points_of,
    rival_of,
    some,
    unfinished,
    unseen,
)
from strategies.judge.danger import frozen_for, has_passed, holds_for_sure, takes_for_sure
from strategies.judge.ending import end_is_near, lead_in_takes, match_if_out, opponents_harmless
from strategies.judge.melds import add_naturals, complete_with_wilds, grow_with_wild, save_wild
from strategies.judge.opening import stays_concealed, wilds_to_open
from strategies.judge.pile import top_completes, worth_of_pile
from strategies.judge.ten_bits import cheapest, constant, evens, odds

WEIGHTS = weights(
    # --- draw: worth in tenths of a card
    pile_card=(10, 0, 40, "lt MN1: taking a pile enlarges the hand, drawing does not; the unit of the others"),
    pile_wild=(30, 0, 150, "lt MN8: a wild makes canastas; decides little, a pile with a wild is frozen and large"),
    pile_fit=(10, 0, 60, "lt MN6: cards that fit a meld of ours are worth more"),
    pile_pair=(10, 0, 60, "lt MN11: so are those that make a pair a set"),
    pile_single=(10, 0, 60, "lt MN11: and those that make a pair"),
    pile_canasta=(30, 0, 300, "lt MN7: the deal is won by canastas"),
    take_adding=(33, 0, 10_000, "lt MN6, measured: small piles are left lying, the stock has the wilds"),
    take_pair=(10, 0, 10_000, "lt MN6: a pair takes nearly always"),
    take_wild=(50, 0, 10_000, "lt MN6, measured: a wild is worth a pile of three or four"),
    # --- ask: points
    out_base=(100, -10_000, 10_000, "the bonus for going out (L44)"),
    out_opponents=(10, 0, 40, "lt MN11: leave the opponents with many cards; points a card"),
    out_partner=(10, 0, 40, "lt MN16: the partner's cards count against us; points a card"),
    out_progress=(40, 0, 200, "lt MN7: wait for melds that are nearly canastas; points a meld"),
    out_near=(6, 3, 7, "lt MN7: cards of such a meld"),
    out_lead=(10, 0, 300, "lt MN13e: who takes more piles need not hurry; points a pile"),
    out_harmless=(0, 0, 1000, "lt MN1 against measured: waiting while opponents have no canasta gains nothing"),
    hand_card=(8, 0, 30, "L45: what a card in hand costs, in the guess of the match score"),
    ask_cards=(9, 2, 20, "lt MN16: ask a partner who holds many cards, else the no only warns"),
    # --- lay: cards
    opening_points=(45, 0, 200, "lt MN14a: few wilds; an early opening takes one for so many points of the minimum"),
    opening_turn=(8, 0, 400, "lt MN2: open soon; from this turn of the table on, with any number of wilds"),
    reserve=(3, 2, 11, "lt MN13a: a few cards stay in hand"),
    reserve_wild=(20, 2, 20, "lt MN14a: a pair and a wild are laid with so many cards left; 20 = only near the end"),
    frozen_pairs=(1, 0, 1, "lt MN13b: pairs stay in hand while the pile is frozen"),
    first_wilds=(3, 0, 3, "sr 30: the first canasta has priority"),
    later_wilds=(3, 0, 3, "lt MN14d: wilds complete the others too"),
    wild_from=(5, 3, 7, "measured: a wild brings a meld of five to six, but no smaller one"),
    near_cards=(1, 0, 20, "working definition of a threat: cards in the hand of an opponent"),
    near_partner=(4, 0, 20, "the same for a partner, who would leave us with ours"),
    near_size=(5, 3, 7, "cards of a meld that he may make a canasta at once"),
    conceal_from=(8, 5, 30, "lt MN11, measured: no opening while one rank and wilds make so many; seven loses"),
    # --- discard: cost of giving a card away
    cost_pair=(40, 0, 80, "lt MN11: pairs take"),
    cost_triple=(20, 0, 40, "lt MN12: a third card of a rank"),
    cost_live=(4, 0, 20, "a rank of which many cards are out may still grow; for each of them"),
    cost_fit=(20, 0, 30, "it fits a meld of ours and could not be laid"),
    cost_opening_pair=(20, 0, 40, "lt MN4: high pairs open"),
    cost_opening_high=(10, 0, 10, "lt MN4: high cards open"),
    # --- discard: danger, times the stake
    stake_base=(2, 0, 10, "what the pile is worth beside its cards"),
    stake_most=(16, 1, 40, "cards of the pile that count"),
    danger_fit=(15, 0, 40, "lt MN5: he has melded the rank and the pile is open to him"),
    danger_live=(5, 0, 40, "lt MN5: for each card of the rank that nobody has seen, pile open"),
    danger_live_frozen=(8, 0, 40, "lt MN5: the same, pile frozen for him"),
    danger_hand=(4, 0, 16, "his cards that count in that, beside those he holds"),
    danger_known=(5, 0, 40, "lt MN9: he took it with a pile"),
    safe_passed=(5, 0, 20, "lt MN9: he threw it, or left it lying"),
    stop_cost=(200, 0, 1000, "lt MN12: a black three stops him"),
    freeze_cost=(400, 0, 1023, "lt MN5, MN14e: freeze where nothing safer can be thrown"),
    freeze_pile=(10, 0, 100, "lt MN14e: rather so with a large pile; for each card"),
    freeze_pairs=(3, 0, 11, "lt MN3: pairs in hand that will take the frozen pile"),
    # --- answer: points
    yes_points=(150, 0, 500, "lt MN17: no only with a costly hand"),
)

FROM_EIGHT = sum(1 << (LANE_BITS * rank) for rank in range(EIGHT, ACE + 1))
HIGH = FROM_EIGHT + (2 << (LANE_BITS * ACE))  # an ace counts three times
BASE, MOST_DISCOUNT, MOST_DANGER, MOST_KNOWN, MOST_LIVE = 250, 240, 250, 60, 40  # lanes of 10 bits must not overflow
OUT_TURN = 0  # memo: number of the turn (from 1) in which this player is on his way out


@hook.draw
def draw(table, me, w):
    """Take if the pile is worth what the way of taking costs; else draw."""
    must = me.may & STOCK == 0  # the stock is gone
    worth = worth_of_pile(
        table, me, int(w.pile_card), int(w.pile_wild), int(w.pile_fit), int(w.pile_pair), int(w.pile_single)
    )
    if top_completes(table, me):
        worth += int(w.pile_canasta)
    if me.may & ADD and (must or worth >= w.take_adding):
        return take(taking_move(table, me, ADD))
    if me.may & PAIR and (must or worth >= w.take_pair):
        return take(taking_move(table, me, PAIR))
    if me.may & MIX and (must or worth >= w.take_wild):
        return take(taking_move(table, me, MIX))
    return stock()


@hook.ask
def ask(table, me, w):
    """Go out, unless waiting promises more; the match score comes first (L46)."""
    if me.may & MAY_GO_OUT == 0:
        return no()
    match = match_if_out(table, me, int(w.hand_card))
    balance = int(w.out_base)
    balance += int(w.out_opponents) * cards_of_opponents(table, me)
    balance -= int(w.out_partner) * cards_of_partners(table, me)
    balance -= int(w.out_progress) * ones(unfinished(table.sides[me.side], int(w.out_near)))
    balance -= int(w.out_lead) * lead_in_takes(table, me)
    if w.out_harmless > 0 and opponents_harmless(table, me, int(w.out_near)):
        balance -= int(w.out_harmless)
    if match < 0 or (match == 0 and balance < 0):
        return no()
    answer = out()
    if match == 0 and me.may & MAY_ASK and cards_of_partners(table, me) >= w.ask_cards:
        answer = ask_partner()
    else:
        me.memo[OUT_TURN] = table.turn + 1
    return concealed(answer) if me.may & MAY_CONCEAL else answer


@hook.lay
def lay(table, me, w):
    """One laying at a time: on the way out, to the opening minimum, or what is better on the table than in hand."""
    if table.phase == OPENING:  # the pile is being taken: the melds that help to open come first
        return opening_step(table, me)
    if me.count < 2 or me.answered == ANSWERED_YES or me.memo[OUT_TURN] == table.turn + 1:
        return going_out_step(table, me)
    if me.need > 0:
        if stays_concealed(table, me, int(w.conceal_from)):
            return done()
        early = me.laid == 0 and table.turn < w.opening_turn
        if early and wilds_to_open(table, me) * w.opening_points > me.need:
            return done()  # that many wilds are too many so early
        return opening_step(table, me)

    # What fits goes to the melds; pairs stay for a frozen pile, unless they make a canasta or the end is near.
    side, spare = table.sides[me.side], me.count - 2  # two cards must stay: one to throw, one to keep
    melded = some(side.naturals[0])
    fits, triples = some(me.ranks) & melded, at_least(me.ranks, 3) & ~melded
    near = False
    if table.frozen or triples != 0 or wilds(me.special) > 0:
        near = end_is_near(table, me, int(w.near_cards), int(w.near_partner), int(w.near_size))
    if table.frozen and w.frozen_pairs > 0 and not near:
        sizes = side.naturals[0] + side.wilds[0]
        fits &= ~at_least(me.ranks, 2) | at_least(me.ranks + sizes, CANASTA)
    answer = add_naturals(table, me, fits, spare) if spare > 0 else done()
    if answer != 0:
        return answer

    # Three of a rank make a meld, while enough cards stay.
    if triples != 0:
        rank = lowest(triples)
        count = lane(me.ranks, rank)
        if me.count - count >= (2 if near else w.reserve):
            return new_set(rank, count, 0, 0)
    if wilds(me.special) == 0 or spare <= 0:
        return done()
    return lay_a_wild(table, me, near, int(w.first_wilds), int(w.later_wilds), int(w.wild_from), int(w.reserve_wild))


@kernel
def lay_a_wild(table, me, near, first, later, smallest, reserve):
    """Wilds complete a canasta, or enlarge a meld of `smallest` cards or more; near the end they go anywhere."""
    side = table.sides[me.side]
    most = min(wilds(me.special), me.count - 2, first if near or canastas_of(side) == 0 else later)
    answer = done()
    if unfinished(side, CANASTA - most) != 0:
        answer = complete_with_wilds(table, me, most)
    if answer == 0 and unfinished(side, smallest) != 0:
        answer = grow_with_wild(table, me, smallest)
    if answer != 0:
        return answer
    pairs = at_least(me.ranks, 2) & ~some(table.sides[me.side].naturals[0])
    if pairs != 0 and table.rules.wilds_at[3] > 0 and me.count - 3 >= (2 if near else reserve):
        return lay_wilds(table, me, highest(pairs), -1, 2, 1, near)
    return save_wild(table, me) if near else done()


@hook.discard
def discard(table, me, w):
    """The natural that costs least, in use to us and danger with the next opponent; a black three; a freezing wild."""
    rival, side = rival_of(table, me), table.sides[me.side]
    frozen = frozen_for(table, rival)
    stake = min(table.pile_count, int(w.stake_most)) + int(w.stake_base)
    hand = min(table.hand_count[rival] + int(w.danger_hand), 16)
    danger = int(w.danger_live_frozen) * stake >> 3 if frozen else int(w.danger_live) * (stake * hand >> 3) >> 3

    live, live_cost = unseen(table, me), min(int(w.cost_live) + danger, MOST_LIVE)
    fits, fit_cost = takes_for_sure(table, rival, frozen), min(int(w.danger_fit) * stake, MOST_DANGER)
    known, known_cost = holds_for_sure(table, rival, frozen), min(int(w.danger_known) * stake, MOST_KNOWN)
    passed, discount = has_passed(table, rival), min(int(w.safe_passed) * stake, MOST_DISCOUNT)
    even = constant(BASE) + live_cost * evens(live) + fit_cost * evens(fits) + known_cost * evens(known)
    odd = constant(BASE) + live_cost * odds(live) + fit_cost * odds(fits) + known_cost * odds(known)
    even -= discount * evens(passed)
    odd -= discount * odds(passed)

    pairs, triples, own = at_least(me.ranks, 2), at_least(me.ranks, 3), some(side.naturals[0])
    pair_cost, triple_cost, own_cost = int(w.cost_pair), int(w.cost_triple), int(w.cost_fit)
    even += pair_cost * evens(pairs) + triple_cost * evens(triples) + own_cost * evens(own)
    odd += pair_cost * odds(pairs) + triple_cost * odds(triples) + own_cost * odds(own)
    if side.opened == 0:
        pair_cost, high_cost = int(w.cost_opening_pair), int(w.cost_opening_high)
        even += pair_cost * evens(pairs & FROM_EIGHT) + high_cost * evens(HIGH)
        odd += pair_cost * odds(pairs & FROM_EIGHT) + high_cost * odds(HIGH)

    best, kind = 1023, -1
    if me.ranks != 0:
        found = cheapest(some(me.ranks), even, odd)
        best, kind = found >> 4, found & 15
    if special(me.special, BLACK_THREE) > 0 and w.stop_cost < best:
        best, kind = int(w.stop_cost), BLACK_THREE
    freezes = not frozen and ones(pairs) >= w.freeze_pairs and w.freeze_cost - w.freeze_pile * table.pile_count < best
    if wilds(me.special) > 0 and (kind < 0 or freezes):
        kind = BLACK_TWO if held(me, BLACK_TWO) > 0 else RED_TWO if held(me, RED_TWO) > 0 else JOKER
    return card_of(kind)


@hook.answer
def answer(table, me, w):
    """Yes, unless the hand would cost a lot."""
    return 1 if points_of(me.ranks, me.special) <= w.yes_points else 0


sound = Strategy.of("sound", draw=draw, ask=ask, lay=lay, discard=discard, answer=answer)
