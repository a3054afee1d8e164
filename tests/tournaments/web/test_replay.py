"""The replay of a deal that is over: every step as its reader saw it, and nothing else."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client

from referee.cards import DECK
from referee.games import GAMES
from tests import factories
from tests.tiny import TinyGame
from tests.tournaments.web.tabling import HANDS, address, drawn, player, shows, sit
from tournaments import models
from tournaments.services import links, presets, replays, sealing

pytestmark = pytest.mark.django_db

FIRST_DEAL = ("raise 2", "call", "fold", "fold", "call", "raise 1", "fold", "call")
"""To the showdown: A and E show, B folds after the board is turned up, C and D before."""
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w*"')


@pytest.fixture
def over(table: models.Table) -> models.Table:
    """The first deal is over, the second is being played."""
    factories.act(table, *FIRST_DEAL)
    table.refresh_from_db()
    assert table.deal_number == 2
    return table


def replay(table: models.Table, deal: int = 1, step: int | str = 1) -> str:
    return f"{address(table)}replay/{deal}/?step={step}"


def text_of(client: Client, path: str) -> str:
    page = client.get(path)
    assert page.status_code == 200
    return _TOKEN.sub("", page.text)


def stage_of(page: str) -> str:
    match = re.search(r'<article class="stage".*?</article>', page, re.DOTALL)
    assert match is not None
    return match[0]


def test_each_step_has_its_sentence_and_its_board(client: Client, over: models.Table) -> None:
    names = {letter: player(over, letter).name for letter in HANDS}
    first = stage_of(text_of(client, replay(over)))
    assert "Deal 1 begins." in first
    assert not shows(first, "5h")
    second = stage_of(text_of(client, replay(over, step=2)))
    assert f"{names['A']} bets 2 chips." in second
    assert "speaks" in second
    last = stage_of(text_of(client, replay(over, step=9)))
    assert "Deal 1 is over." in last
    assert {"5h", "As", "Kd", "9c", "9d"} <= set(drawn(last))


def test_a_page_without_javascript_leads_to_every_step(client: Client, over: models.Table) -> None:
    page = text_of(client, replay(over, step=7))
    assert 'type="range" id="step" name="step" min="1" max="9" step="1" value="7"' in page
    assert 'id="previous" href="?step=6"' in page
    assert 'id="next" href="?step=8"' in page
    assert all(f'href="?step={step}" data-to="{step}"' in page for step in range(1, 10))
    assert 'data-to="7" aria-current="step"' in page
    assert 'id="previous" role="link" aria-disabled="true"' in text_of(client, replay(over, step=1))
    assert 'id="next" role="link" aria-disabled="true"' in text_of(client, replay(over, step=9))


@pytest.mark.parametrize(("asked", "shown"), [("0", 1), ("99", 9), ("x", 1), ("-3", 1), ("", 1), ("٣", 1)])
def test_a_step_that_there_is_not_is_the_nearest(
    client: Client, over: models.Table, asked: str, shown: int
) -> None:
    assert f'data-step="{shown}"' in text_of(client, replay(over, step=asked))


def test_the_slider_gets_the_very_stages_of_the_pages(client: Client, over: models.Table) -> None:
    sit(client, over, "B")
    all_steps = text_of(client, f"{address(over)}replay/1/steps/")
    stages = re.findall(r'<article class="stage".*?</article>', all_steps, re.DOTALL)
    assert stages == [stage_of(text_of(client, replay(over, step=step))) for step in range(1, 10)]


def test_only_deals_that_are_over_have_a_replay(client: Client, table: models.Table) -> None:
    assert client.get(replay(table)).status_code == 404
    assert "replay/" not in client.get(address(table)).text
    factories.act(table, *FIRST_DEAL)
    assert f'href="{address(table)}replay/1/"' in client.get(address(table)).text
    assert [client.get(replay(table, deal)).status_code for deal in (0, 1, 2, 3)] == [404, 200, 404, 404]
    assert client.get(f"{address(table)}replay/2/steps/").status_code == 404


def test_a_deal_that_a_cancelled_contest_broke_off_has_none(client: Client, over: models.Table) -> None:
    models.Table.objects.filter(pk=over.pk).update(state=models.Table.State.VOID)
    assert client.get(replay(over, 2)).status_code == 404
    assert client.get(replay(over, 1)).status_code == 200


def test_a_player_sees_his_own_cards_the_public_none_and_folded_ones_stay_closed(
    client: Client, over: models.Table
) -> None:
    own = {letter: HANDS[letter].split() for letter in "BCD"}
    public = "".join(text_of(client, replay(over, step=step)) for step in range(1, 10))
    assert not any(shows(public, card) for cards in own.values() for card in cards)
    before_showdown = "".join(stage_of(text_of(client, replay(over, step=step))) for step in range(1, 9))
    assert not shows(before_showdown, "As")
    sit(client, over, "B")
    page = stage_of(text_of(client, replay(over)))
    assert set(own["B"]) <= set(drawn(page))
    assert not any(shows(page, card) for seat in "CD" for card in own[seat])


def test_after_the_contest_folded_cards_stay_as_the_views_show_them(
    client: Client, over: models.Table
) -> None:
    contest = factories.play_out(over.contest)
    assert contest.state == "final"
    page = text_of(client, f"{address(over)}replay/1/steps/")
    assert not any(shows(page, card) for card in ("2c", "7d", "Qh", "Qs", "3h"))


def test_a_letters_link_shows_no_more_of_a_deal_that_is_over_than_everybody_sees(
    client: Client, over: models.Table
) -> None:
    public = stage_of(text_of(client, replay(over)))
    turn = over.turns.select_related("table", "seat").get(closed_at__isnull=True)
    client.get(links.turn_link(turn).removeprefix("http://testserver"))
    assert stage_of(text_of(client, replay(over))) == public


READERS = ("A", "B", "C", "D", "E", "olga", "nobody")


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("moves", [FIRST_DEAL, ("raise 2", "fold", "fold", "fold", "fold")])
def test_the_pages_do_not_depend_on_cards_the_reader_never_saw(
    reader: str, moves: tuple[str, ...], table: models.Table
) -> None:
    factories.act(table, *moves)
    client = Client()
    if reader == "olga":
        client.force_login(table.contest.organiser)
    elif reader != "nobody":
        sit(client, table, reader)
    seat = reader if len(reader) == 1 else None
    before = everything(client, table, len(moves) + 1)
    permute(table, seat, Random(reader))
    assert everything(client, table, len(moves) + 1) == before


def test_the_comparison_sees_a_card_that_a_reader_may_know(client: Client, over: models.Table) -> None:
    """The test of the test: a folded hand is hidden from the public, not from its owner."""
    sit(client, over, "C")
    before = everything(client, over, 9)
    permute(over, None, Random(1))
    assert everything(client, over, 9) != before


def everything(client: Client, table: models.Table, steps: int) -> list[str]:
    paths = [f"{address(table)}replay/1/steps/", *(replay(table, step=step) for step in range(1, steps + 1))]
    return [text_of(client, path) for path in paths]


def permute(table: models.Table, seat: str | None, chance: Random) -> None:
    """Shuffle in the first deal's draw all cards but the reader's own and those that stood in a fact."""
    facts = str(list(table.events.filter(deal=1).values_list("facts", flat=True)))
    seen = {card for card in DECK if f"'{card}'" in facts} | set(HANDS[seat].split() if seat else ())
    row = models.Draw.objects.get(series=table.ref, n=0)
    deck = list(sealing.unseal_json(row.order))
    hidden = [place for place, card in enumerate(deck) if card not in seen]
    new = list(deck)
    for place, other in zip(hidden, chance.sample(hidden, len(hidden)), strict=True):
        new[place] = deck[other]
    assert new != deck
    models.Draw.objects.filter(pk=row.pk).update(order=sealing.seal_json(new))


def test_secret_choices_are_replayed_to_others_only_once_they_are_turned_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, "tiny", TinyGame())
    monkeypatch.setitem(presets.PRESETS, "tiny", {"game": "tiny", "rules": {}, "fields": {}})
    table = factories.table_of(factories.running(5, preset="tiny"))
    factories.act(table, *["bid 2"] * 5, *["keep"] * 5)
    public, own = (replays.moments(table, 1, seat) for seat in (None, "A"))
    assert len(public) == 11
    assert public[1].view["bids"] == {"A": None}
    assert own[1].view["bids"] == {"A": 2}
    assert public[5].view["bids"]["A"] == 2
    assert Client().get(replay(table)).status_code == 200
