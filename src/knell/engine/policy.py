"""The rules that hold for everybody: what is better shown, what makes a good lie, whom to mark.

``docs/explanation/suggestions.md`` says them in words. What is peculiar to one character stands in its
module, under ``suggests``.
"""

from __future__ import annotations

from typing import Any, Final

from knell.engine.advice import (
    GLADLY,
    HARDLY,
    LAST,
    NEVER,
    ORDINARY,
    RARELY,
    RATHER,
    SELDOM,
    Case,
    On,
    Rule,
    Weight,
    players_of,
    rule,
)
from knell.engine.past import Card
from knell.engine.terms import DEMON, MINION, OUTSIDER, TOWNSFOLK, PlayerId, mask_of
from knell.engine.values import Identity, Pair, Pointing
from knell.messages import N_

# -- whatever is shown -------------------------------------------------------------------------------


@rule(N_("Nobody learns anything from being pointed at."), On.PLAYER)
def not_oneself(case: Case, player: PlayerId) -> Weight:
    return NEVER if player == case.me else ORDINARY


@rule(N_("Nobody learns anything from their own character."), On.CHARACTER)
def not_ones_own(case: Case, character: str) -> Weight:
    return NEVER if character == case.own else ORDINARY


@rule(N_("Everybody knows what they are."), On.PLAYER)
def not_known_to_all(case: Case, player: PlayerId) -> Weight:
    """A Traveller, or somebody whose character was announced, leaves only the other one of two."""
    return NEVER if player in case.open_characters else ORDINARY


@rule(N_("Of two of whom one is dead, everybody looks at the other."), On.PLAYER)
def not_dead(case: Case, player: PlayerId) -> Weight:
    """Of two of whom one is dead, everybody looks at the other."""
    return ORDINARY if case.game.living >> player & 1 else NEVER


@rule(N_("Somebody else learns the same."))
def not_shown_twice(case: Case, answer: Any) -> Weight:
    """Two players who learn the same learn less, also where the second one has yet to be told."""
    named = case.named(answer)
    if not named or not players_of(answer):
        return ORDINARY
    if not case.others_learn.isdisjoint(players_of(answer)):
        return RARELY
    for card in case.past.cards:
        if card.player != case.me and not set(named).isdisjoint(case.named(card.answer)):
            return RARELY
    return ORDINARY


@rule(N_("Somebody may register as something else."), share=20)
def looks_otherwise(case: Case, answer: Any) -> Weight:
    """What is true only because somebody registers as something else."""
    if case.lies or not case.truths:
        return False
    reading = case.game.reading
    if isinstance(answer, Pointing):
        return not any(reading.holds(player, answer.character) for player in answer.players)
    return bool(answer != case.truths[0])


# -- lies --------------------------------------------------------------------------------------------


@rule(N_("To name a Demon falsely gives the lie away, or the game."), On.CHARACTER)
def no_demon_for_nothing(case: Case, character: str) -> Weight:
    found = case.character(character)
    return NEVER if case.lies and found is not None and found.type is DEMON else ORDINARY


@rule(N_("Everybody knows that somebody else has it."))
def not_openly_had(case: Case, answer: Any) -> Weight:
    """A character that everybody knows somebody else to have, or that somebody else uses aloud."""
    if not case.lies:
        return ORDINARY
    subject = case.subject(answer)
    for character in case.named(answer):
        for player, known in case.open_characters.items():
            if known == character and player not in subject:
                return NEVER
        for player, claimed in case.past.claims.items():
            if character in claimed and player not in subject and case.game.everyone >> player & 1:
                return NEVER
    return ORDINARY


@rule(N_("It fits what was shown before."))
def fits_earlier_cards(case: Case, answer: Any) -> Weight:
    """A lie that an earlier card of the same player refutes, or that only repeats what somebody knows."""
    if not case.lies:
        return ORDINARY
    weight = ORDINARY
    subject = set(case.subject(answer))
    for card in case.past.cards:
        for character in case.named(answer):
            if character not in case.named(card.answer) or not _tells_who(case, card):
                continue
            same = subject & set(players_of(card.answer))
            if card.player == case.me or _is_true_now(case, card):
                return NEVER
            weight = RATHER if same else SELDOM
        if card.player == case.me and _names_again(answer, card.answer):
            return NEVER
    return weight


def _tells_who(case: Case, card: Card) -> bool:
    """Whether a card says of players what they are, and isn't about bluffs or one's own part."""
    return isinstance(card.answer, str | Pointing | Identity) and card.ability in case.game.cast.by_id


def _names_again(answer: Any, before: Any) -> bool:
    """Whether two cards give one player two characters."""
    both = isinstance(answer, Identity) and isinstance(before, Identity)
    return both and answer.player == before.player


def _is_true_now(case: Case, card: Card) -> bool:
    named = players_of(card.answer)
    return bool(named) and any(case.game.characters[player].id in case.named(card.answer) for player in named)


@rule(N_("There can't be so many of them."))
def there_may_be_so_many(case: Case, answer: Any) -> Weight:
    """What the number of players and the script tell everybody: how many Minions and Outsiders there are."""
    if not case.lies:
        return ORDINARY
    if answer is None:
        return NEVER if _outsiders_are_known(case) and case.usual_outsiders else ORDINARY
    for character in case.named(answer):
        found = case.character(character)
        if found is None or found.type not in (OUTSIDER, MINION):
            continue
        shown = {
            one
            for card in case.past.cards
            if card.player == case.me and _tells_who(case, card)
            for one in case.named(card.answer)
            if case.game.cast.by_id[one].type is found.type
        }
        if found.type is MINION and len(shown | {character}) > case.usual_minions:
            return NEVER
        most = case.usual_outsiders if _outsiders_are_known(case) else len(shown) + 1
        if found.type is OUTSIDER and len(shown | {character}) > most:
            return NEVER
    return ORDINARY


def _outsiders_are_known(case: Case) -> bool:
    """Whether nothing on the script changes how many Outsiders there are."""
    changes = any(
        one.outsiders_added or one.hooks & {"outsiders_wanted", "attaches"}
        for one in case.game.cast.characters
    )
    return case.game.night <= 1 and not changes and not case.game.cast.many


@rule(N_("Evil was given it as a bluff, or claims it."))
def helps_a_bluff(case: Case, answer: Any) -> Weight:
    """A lie that says of an evil player what they are going to say themselves."""
    if not case.lies:
        return ORDINARY
    subject = case.subject(answer)
    evil = case.evil & mask_of(subject)
    weight = ORDINARY
    for character in case.named(answer):
        claimed = [p for p, claims in case.past.claims.items() if character in claims and case.evil >> p & 1]
        if set(claimed) & set(subject):
            return GLADLY
        if character in case.game.bluffs:
            weight = GLADLY if evil or not subject else SELDOM
    return weight


@rule(N_("Nobody can contradict it at once."))
def not_contradicted(case: Case, answer: Any) -> Weight:
    """A good character that somebody else has, or takes themselves for, is claimed before long."""
    if not case.lies:
        return ORDINARY
    for character in case.named(answer):
        found = case.character(character)
        if found is None or found.type > OUTSIDER:
            continue
        holders = case.holders.get(character, 0)
        if holders & mask_of(case.subject(answer)):
            return RATHER
        if holders:
            return HARDLY
    return ORDINARY


@rule(N_("The one it is said of won't contradict."))
def is_believed_by_its_subject(case: Case, answer: Any) -> Weight:
    """Of a good character, one that an evil player may agree to; of a Minion, two good players."""
    if not case.lies:
        return ORDINARY
    subject = mask_of(case.subject(answer))
    if not subject:
        return ORDINARY
    for character in case.named(answer):
        found = case.character(character)
        if found is None:
            continue
        if found.type <= OUTSIDER and case.evil & subject:
            return RATHER
        if found.type <= OUTSIDER and isinstance(answer, Identity):
            return SELDOM
        if found.type is MINION and not case.evil & subject:
            return RATHER
    return ORDINARY


@rule(N_("It leads to good players."))
def leads_astray(case: Case, answer: Any) -> Weight:
    """Of players alone, good ones: an evil one would be half the truth."""
    if not case.lies or not isinstance(answer, Pair):
        return ORDINARY
    return SELDOM if case.evil & mask_of(answer.players) else ORDINARY


@rule(N_("It is near the truth."))
def near_the_truth(case: Case, answer: Any) -> Weight:
    """Of numbers, one that is next to the true one; never one that can't be."""
    if type(answer) is not int:
        return ORDINARY
    if case.likely is not None and answer not in case.likely:
        return NEVER
    if not case.lies or not case.truths or type(case.truths[0]) is not int:
        return ORDINARY
    return (ORDINARY, RATHER, SELDOM, RARELY)[min(3, abs(answer - case.truths[0]))]


@rule(N_("It is about as long as the true list."))
def of_likely_form(case: Case, answer: Any) -> Weight:
    """A list that is as long as the true one, or one longer or shorter."""
    if not isinstance(answer, tuple) or isinstance(answer, Pointing | Pair | Identity):
        return ORDINARY
    if not case.lies or not case.truths or not isinstance(case.truths[0], tuple):
        return ORDINARY
    difference = abs(len(answer) - len(case.truths[0]))
    return (RATHER, SELDOM, RARELY)[min(2, difference)]


@rule(N_("Now and then a drunk or poisoned player is told the truth."), share=15)
def true_by_accident(case: Case, answer: Any) -> Weight:
    """The truth, told by an ability that doesn't work."""
    return not isinstance(answer, bool) and _is_true_by_accident(case, answer)


@rule(N_("Now and then a drunk or poisoned player is told the truth."), share=30)
def yes_or_no_by_accident(case: Case, answer: Any) -> Weight:
    """The same where there are only two answers: always the opposite would be as good as the truth."""
    return isinstance(answer, bool) and _is_true_by_accident(case, answer)


def _is_true_by_accident(case: Case, answer: Any) -> bool:
    """Whether a lie is none; who only hears again what was said before isn't counted."""
    if not case.lies or case.must_be_false or not case.is_true(answer):
        return False
    before = [] if case.ability is None else case.past.of(case.me, case.ability.character.id)
    return not any(card.answer == answer and card.chose in (None, case.about) for card in before)


@rule(N_("That there is none can be a lie, too."), share=20)
def none_at_all(case: Case, answer: Any) -> Weight:
    """The answer that there is none, among many players and characters."""
    return case.lies and answer is None


@rule(N_("The same question as before, so the same answer."))
def same_as_before(case: Case, answer: Any) -> Weight:
    """Who asks about the same two again, and is lied to, is told the same."""
    if not case.lies or case.ability is None or not isinstance(answer, bool):
        return ORDINARY
    for card in reversed(case.past.of(case.me, case.ability.character.id)):
        if card.chose == case.about and isinstance(card.answer, bool):
            return GLADLY if card.answer == answer else RARELY
    return ORDINARY


@rule(N_("The Demon was given it as a bluff, so evil knows that it isn't in play."), On.CHARACTER)
def no_bluff_to_evil(case: Case, character: str) -> Weight:
    """What an evil player can see to be false."""
    return NEVER if case.lies and case.evil >> case.me & 1 and character in case.game.bluffs else ORDINARY


SHOWING: Final[tuple[Rule, ...]] = (
    not_oneself,
    not_ones_own,
    not_known_to_all,
    not_dead,
    not_shown_twice,
    looks_otherwise,
    no_demon_for_nothing,
    not_openly_had,
    fits_earlier_cards,
    there_may_be_so_many,
    helps_a_bluff,
    not_contradicted,
    is_believed_by_its_subject,
    leads_astray,
    near_the_truth,
    of_likely_form,
    true_by_accident,
    yes_or_no_by_accident,
    none_at_all,
    same_as_before,
    no_bluff_to_evil,
)
"""What every showing goes by."""


# -- who is marked, and what somebody is given -------------------------------------------------------


@rule(N_("They are evil."), On.PLAYER)
def not_evil(case: Case, player: PlayerId) -> Weight:
    """For what is meant for good players."""
    return NEVER if case.evil >> player & 1 else ORDINARY


@rule(N_("They are a Townsfolk."), On.PLAYER)
def is_townsfolk(case: Case, player: PlayerId) -> Weight:
    """A Townsfolk, whose information others build upon."""
    return ORDINARY if case.game.reading.types[TOWNSFOLK] >> player & 1 else NEVER


@rule(N_("They are no Minion and only might register as one."), On.PLAYER)
def is_minion(case: Case, player: PlayerId) -> Weight:
    """A real Minion rather than somebody who might register as one."""
    return ORDINARY if case.game.reading.types[MINION] >> player & 1 else NEVER


@rule(N_("They are safe, so nobody would die."), On.PLAYER)
def not_safe(case: Case, player: PlayerId) -> Weight:
    """Who is protected from a Demon's kill."""
    by_demon = case.ability is not None and case.ability.character.type is DEMON
    return RARELY if by_demon and case.game.is_safe(player) else ORDINARY


@rule(N_("It goes unnoticed for long that they aren't that."), On.CHARACTER)
def mistaken_unnoticed(case: Case, character: str) -> Weight:
    """What somebody may take themselves for without noticing."""
    return case.game.cast.by_id[character].hides_failing


@rule(N_("Evil was given it as a bluff."), On.CHARACTER)
def no_bluff(case: Case, character: str) -> Weight:
    """What an evil player is going to claim."""
    return NEVER if character in case.game.bluffs else ORDINARY


@rule(N_("They are drunk or poisoned already."), On.PLAYER)
def not_impaired_already(case: Case, player: PlayerId) -> Weight:
    """Twice drunk is no more than drunk."""
    return RARELY if (case.game.drunk | case.game.poisoned) >> player & 1 else ORDINARY


@rule(N_("Another mark is on them already."), On.PLAYER)
def not_marked_already(case: Case, player: PlayerId) -> Weight:
    """What is decided beforehand is spread over the table."""
    marked = any(t.player == player for t in case.game.tokens)
    return SELDOM if marked else ORDINARY


@rule(N_("Their ability has still something to do."), On.PLAYER)
def has_still_a_use(case: Case, player: PlayerId) -> Weight:
    """Whose ability is used up, or was for the first night only, has nothing to lose or to gain."""
    return RATHER if still_acts(case, player) else RARELY


def still_acts(case: Case, player: PlayerId) -> bool:
    """Whether an ability of a player does something from now on."""
    game = case.game
    for ability in game.abilities_of(player):
        character = ability.character
        if character.gives_nothing or game.is_silenced(ability) or game.spent(ability):
            continue
        if ability.due or not character.hooks <= _ONCE or character.form:
            return True
    return False


_ONCE: Final = frozenset(("setup", "start", "attaches", "believes", "will_learn"))
"""The hooks of what is over after the first night."""


@rule(N_("It goes unnoticed for long that the ability fails."), On.PLAYER)
def fails_unnoticed(case: Case, player: PlayerId) -> Weight:
    """An ability whose failing doesn't show at once."""
    game = case.game
    return (game.believed[player] or game.characters[player]).hides_failing


@rule(N_("Somebody has it."), On.CHARACTER)
def not_in_play(case: Case, character: str) -> Weight:
    """What nobody has confuses nobody."""
    return NEVER if character in case.in_play else ORDINARY


@rule(N_("It does something by itself."), On.CHARACTER)
def does_something(case: Case, character: str) -> Weight:
    """An ability that somebody else can hold and notice."""
    found = case.character(character)
    if found is None:
        return ORDINARY
    if found.gives_nothing or found.stands_in is not None or found.by_hand:
        return NEVER
    return ORDINARY if found.hooks - _BEFORE or found.form else RARELY


_BEFORE: Final = frozenset(("setup", "attaches", "outsiders_wanted", "believes", "copies"))


# -- bluffs ------------------------------------------------------------------------------------------


@rule(N_("Somebody thinks they are that."), On.CHARACTER)
def nobody_believes_it(case: Case, character: str) -> Weight:
    """A bluff that a good player will claim."""
    return LAST if any(c is not None and c.id == character for c in case.game.believed) else ORDINARY


@rule(N_("Nobody knows that they are that."), On.CHARACTER)
def can_be_claimed(case: Case, character: str) -> Weight:
    """What nobody knows to be, nobody can claim; others are claimed more or less easily."""
    found = case.game.cast.by_id[character]
    return NEVER if found.stands_in is not None else found.claimed_easily


@rule(N_("That would be an Outsider too many."), On.CHARACTER)
def outsiders_add_up(case: Case, character: str) -> Weight:
    """One Outsider among the bluffs is welcome; a second, or one where there can be none, is counted."""
    game = case.game
    if game.cast.by_id[character].type is not OUTSIDER:
        return ORDINARY
    if any(game.cast.by_id[taken].type is OUTSIDER for taken in case.taken):
        return NEVER
    return ORDINARY if case.usual_outsiders or not _outsiders_are_known(case) else HARDLY


@rule(N_("Three of one sort are hard to believe."), On.CHARACTER)
def bluffs_differ(case: Case, character: str) -> Weight:
    """The three fit together when they say different things."""
    by_id = case.game.cast.by_id
    alike = sum(_sort(by_id[taken].hooks) == _sort(by_id[character].hooks) for taken in case.taken)
    return (ORDINARY, SELDOM, RARELY)[min(2, alike)]


def _sort(hooks: frozenset[str]) -> str:
    return next((moment for moment in ("start", "night", "use") if moment in hooks), "")


BLUFFS_FIT: Final[tuple[Rule, ...]] = (nobody_believes_it, can_be_claimed, outsiders_add_up, bluffs_differ)
"""What the Demon's bluffs go by, one after the other."""
