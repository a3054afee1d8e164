"""The bots from outside: their browser, their letters, their time to think."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.parse import parse_qsl

import pytest
from django.conf import settings

from referee.letters import Ours, read
from tournaments.management.bots.browser import Browser
from tournaments.management.bots.replies import recipient, reply
from tournaments.services.demo import cast
from tournaments.services.demo.cast import BOTS

TOKEN = "k7m2qxab3cd4ef5gh6ij7kl2mn"

PAGE = """<!doctype html><a href="/next/" class="button">on</a>
<form method="post" action="/act/" id="move"><input type="hidden" name="token" value="a&amp;b">
<input name="to" value="3"><textarea name="comment">
kept
</textarea><input type="checkbox" name="sponsored"><input type="radio" name="rule" value="few" checked>
<input type="radio" name="rule" value="many"><select name="unit"><option value="s">s
<option value="m" selected>m
</select><input name="off" value="1" disabled><button name="do" value="fold">Fold</button></form>
<button form="move" name="do" value="raise">Raise</button>
<form action="/find/"><input name="q" value=""></form>"""


class _Echo(BaseHTTPRequestHandler):
    """Gives out the page and a cookie; a form sent comes back as text, with the cookie."""

    def do_GET(self) -> None:
        self._answer(200 if self.path != "/gone/" else 404, PAGE if self.path == "/" else self.path)

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._answer(400, f"{self.path} {self.headers.get('Cookie')} {sent}")

    def _answer(self, status: int, text: str) -> None:
        self.send_response(status)
        self.send_header("Set-Cookie", "session=abc; Path=/")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *args: object) -> None:
        """Quiet."""


@pytest.fixture
def site() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Echo)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_form_is_sent_as_a_browser_would(site: str) -> None:
    browser = Browser(site)
    page = browser.get("/")
    form = page.form("to", "comment")
    answer = browser.send(page, form, {"to": "5"}, ("do", "raise"))
    path, cookie, sent = answer.text.split(" ")
    assert (answer.status, path, cookie) == (400, "/act/", "session=abc")
    assert dict(parse_qsl(sent)) == {
        "token": "a&b",
        "comment": "kept\n",
        "rule": "few",
        "unit": "m",
        "to": "5",
        "do": "raise",
    }
    assert form.buttons == [("do", "fold"), ("do", "raise")]


def test_a_tick_and_a_search_and_a_link(site: str) -> None:
    browser = Browser(site)
    page = browser.get("/")
    ticked = browser.send(page, page.form("sponsored"), {"sponsored": "on", "rule": None, "comment": None})
    assert "sponsored=on" in ticked.text
    assert "rule" not in ticked.text
    assert browser.send(page, page.form("q"), {"q": "é"}).text == "/find/?q=%C3%A9"
    assert page.link("next") == f"{site}/next/"
    assert browser.get("/gone/").status == 404


def test_what_is_not_on_the_page_cannot_be_filled_in(site: str) -> None:
    page = Browser(site).get("/")
    with pytest.raises(LookupError):
        page.form("nothing-of-the-kind")
    with pytest.raises(LookupError):
        Browser(site).send(page, page.form("to"), {"colour": "red"})
    with pytest.raises(ValueError, match="not an address"):
        Browser(site).get("file:///etc/passwd")


def our_letter() -> EmailMessage:
    letter = EmailMessage(policy=policy.default)
    letter["From"] = letter["Reply-To"] = "Referee <play+k7m2qxab3cd4ef5gh6ij7kl2mn@poker.example>"
    letter["Subject"] = "Rubis [#k7m2qx] your turn"
    letter["Date"] = "Tue, 03 Nov 2026 20:00:00 +0100"
    letter["Message-ID"] = "<turn.k7m2qxab3cd4ef5gh6ij7kl2mn.812@poker.example>"
    letter["References"] = "<thread.1@poker.example>"
    letter.set_content("##- answer above\n\nRubis: it is your turn.\n\nRAISE TO <amount>\n")
    return letter


@pytest.mark.parametrize("name", [part.name for part in BOTS])
@pytest.mark.parametrize("language", list(dict(settings.LANGUAGES)))
def test_an_answer_is_read_as_its_own_words_and_tied_to_its_turn(name: str, language: str) -> None:
    words = "Le chat dort.\n\nje relance à 5"
    address = cast.address(name)
    answer = reply(our_letter(), name, address, words, language, seed="c1/table-1|A|3")
    ours = Ours(addresses=("play@poker.example",), name="Referee", markers=("##-",))
    got = read(answer.as_bytes(), ours)
    assert [line for line in got.text.splitlines() if line] == [line for line in words.splitlines() if line]
    assert not got.differs
    assert ours.owns(recipient(answer))
    ties = got.carriers.recipient, got.carriers.in_reply_to, got.carriers.tag
    assert set(ties) - {"", None} <= {TOKEN, TOKEN[:6]}
    assert ties[2] == TOKEN[:6]
    again = reply(our_letter(), name, address, words, language, seed="c1/table-1|A|3")
    assert message_from_bytes(again.as_bytes())["Message-ID"] == answer["Message-ID"]


def test_the_cast_writes_with_all_programs_and_ties_its_answers_in_all_ways() -> None:
    answers = [
        reply(our_letter(), part.name, cast.address(part.name), "call", part.language, seed="x")
        for part in BOTS
    ]
    types = {answer.get_content_type() for answer in answers}
    assert types == {"text/plain", "text/html", "multipart/alternative"}
    assert len({(answer["In-Reply-To"] is None, "+" in recipient(answer)) for answer in answers}) == 3
