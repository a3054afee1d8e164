"""The five forms of a move left in advance: by letter, in words on the page, and by the page's form; in three
languages. What is kept is the same, and so is the sentence that its owner reads."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import translation

from referee.advance import Condition
from tests import factories
from tests.tournaments.mail.test_mail_advance import a_letter_of_ours, answer_to, mail
from tests.tournaments.web.tabling import address, form
from tournaments import models
from tournaments.services import advances, clock

pytestmark = pytest.mark.django_db(transaction=True)

ZONE = "Europe/Rome"

FORMS = {
    "fold in advance": {
        "en": "fold in advance",
        "fr": "je me couche d’avance",
        "it": "lascio in anticipo",
        "fields": {"do": "fold"},
        "kept": {"do": "fold"},
    },
    "check/fold": {
        "en": "check/fold",
        "fr": "parole, sinon je me couche",
        "it": "check, altrimenti lascio",
        "fields": {"do": "check-fold"},
        "kept": {"do": "check-fold"},
    },
    "fold to any bet": {
        "en": "fold to any bet for the whole deal",
        "fr": "je me couche devant toute mise pour tout le coup",
        "it": "lascio davanti a qualsiasi puntata per tutta la mano",
        "fields": {"do": "fold-to-bet", "span": "deal"},
        "kept": {"do": "fold-to-bet", "span": "deal"},
    },
    "call this price": {
        "en": "call 2 if it stays 2",
        "fr": "je suis 2 si ça reste 2",
        "it": "vedo 2 se resta 2",
        "fields": {"do": "call"},
        "kept": {"do": "call", "to": 2},
    },
    "call up to N": {
        "en": "call up to 5, even all-in",
        "fr": "je suis jusqu’à 5, même à tapis",
        "it": "vedo fino a 5, anche all-in",
        "fields": {"do": "call-up-to", "limit": "5", "all_in": "1"},
        "kept": {"do": "call-up-to", "to": 5, "all_in": True},
    },
}
UNTIL = {"en": "until tomorrow 18:00", "fr": "jusqu'à demain à 18h", "it": "fino a domani alle 18"}
SAID = {
    "en": [
        "You fold when",
        "You check while",
        "You fold to any bet",
        "You call while the price is 2",
        "than 5",
    ],
    "fr": [
        "Vous vous couchez quand",
        "Vous dites parole",
        "devant toute mise",
        "le prix est de 2",
        "de 5",
    ],
    "it": ["Lasci quando", "Fai check", "Lasci davanti a qualsiasi", "il prezzo è 2", "più di 5"],
}


def tomorrow() -> datetime:
    day = clock.now().astimezone(ZoneInfo(ZONE)).date() + timedelta(days=1)
    return datetime.combine(day, time(18), ZoneInfo(ZONE))


def plain(text: str) -> str:
    return re.sub("[\xa0\u202f]", " ", text).replace("&#x27;", "'")


@pytest.mark.parametrize("door", ["letter", "words", "form"])
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_each_form_is_kept_alike_by_every_door(client: Client, door: str, language: str) -> None:
    table = factories.table_of(factories.running(5))
    factories.act(table, "raise 2")
    seat = table.table_seats.select_related("entry__user").get(letter="C")
    user = seat.entry.user
    assert user is not None
    user.language, user.timezone = language, ZONE
    user.save()
    client.force_login(user)
    ours = a_letter_of_ours(table, "C")
    action = f"{address(table)}later/"
    hidden = form(client.get(address(table)), action)
    for (place, (name, one)), ends in product(enumerate(FORMS.items()), (False, True)):
        words = f"{one[language]} {UNTIL[language]}" if ends else str(one[language])
        if door == "letter":
            letter = mail(table, "C", words, answers=ours, message=f"{place}{ends}")
            shown = answer_to(letter)
        else:
            until = tomorrow().strftime("%Y-%m-%dT%H:%M") if ends else ""
            fields = {"do": "words", "words": words} if door == "words" else {**one["fields"], "until": until}
            answer = client.post(action, {**hidden, **fields})
            assert answer.status_code == 302, (name, answer.text)
            shown = client.get(address(table)).text
        kept = advances.of_seat(seat)
        assert kept is not None, name
        wanted = {**one["kept"], "deal": 1, "street": 0, "until": tomorrow() if ends else None}
        assert kept.condition == Condition(**wanted), name
        with translation.override(language):
            assert re.search(SAID[language][place], plain(shown)), name
        assert ("18:00" in plain(shown)) or not ends
    assert models.Advance.objects.count() == 1


@pytest.mark.parametrize("moment", ["9999-12-31T12:00", "9999-12-31 12:00", "Tuesday 18:00 (+25:00)"])
def test_an_end_beyond_the_calendar_is_refused_and_breaks_no_page(moment: str) -> None:
    """Neither now nor in another zone: what was left would be shown at each visit."""
    table = factories.table_of(factories.running(5))
    factories.act(table, "raise 2")
    client, user = Client(), table.table_seats.get(letter="C").entry.user
    assert user is not None
    client.force_login(user)
    action = f"{address(table)}later/"
    fields = {"do": "words", "words": f"call up to 5 until {moment}"}
    if "T1" in moment:
        fields = {"do": "call-up-to", "limit": "5", "until": moment}
    answer = client.post(action, {**form(client.get(address(table)), action), **fields})
    assert answer.status_code in (400, 422)
    models.User.objects.filter(pk=user.pk).update(timezone="Pacific/Kiritimati")
    assert client.get(address(table)).status_code == 200
    assert not models.Advance.objects.exists()
    if "words" in fields:
        letter = mail(table, "C", fields["words"], answers=a_letter_of_ours(table, "C"))
        assert letter.outcome["refusal"]["code"] == "BAD_MOMENT"
        assert answer_to(letter)
