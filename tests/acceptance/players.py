"""People who have nothing but a mail program: what they write, and how a letter of theirs goes."""

from __future__ import annotations

import re
import smtplib
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from itertools import count, cycle

from deploy.check.world import poll
from tests.acceptance.mail_clients import PROGRAMS, part
from tournaments.models import CaughtLetter

PLAIN = "play@localhost.localdomain"
SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Phrases:
    """What somebody writes, and a piece of what our letters then say."""

    register: str
    yes: str
    registered: str
    marker: str
    your_turn: str
    call: str
    bet: str
    slip: str
    not_understood: tuple[str, str]
    """What is said of a slip: that nothing was found, or the move that it may be, where that is possible."""
    dry: str
    only_asked: str
    status: str
    stands: str
    help: str
    how: str
    later: str
    kept: str
    referee: str
    called: str
    withdraw: str
    withdrawn: str
    is_it_yours: str
    played: str
    may_call: str


SAID = {
    "en": Phrases(
        register="Hello,\n\nI'd like to register, please: sign me up.\nregister\n\nThanks",
        yes="yes",
        registered="you are registered",
        marker="Write your answer above this line",
        your_turn="it is your turn",
        call="I call, good luck all",
        bet="bet 1",
        slip="caal",
        not_understood=("No move was found", "looks misspelt. Did you mean"),
        dry="? raise to 5",
        only_asked="Nothing was played, as you only asked",
        status="status",
        stands="This is how things stand",
        help="help",
        how="This is how you play by letter",
        later="call up to 6",
        kept="Left in advance",
        referee="call the referee\n\nI think the pot is wrong.",
        called="The referee is called to table",
        withdraw="withdraw",
        withdrawn="has withdrawn",
        is_it_yours="Did you write this",
        played="Your move is played",
        may_call="CALL <",
    ),
    "fr": Phrases(
        register="Bonjour,\n\nje m'inscris\n\nMerci d'avance",
        yes="Oui",
        registered="votre inscription est faite",
        marker="Écrivez votre réponse au-dessus de cette ligne",
        your_turn="c'est à vous",
        call="je suis",
        bet="mise 1 jeton",
        slip="je siuis",
        not_understood=("Aucune action n'a été trouvée", "mal orthographié. Vouliez-vous dire"),
        dry="? relance à 5",
        only_asked="Rien n'est joué, puisque vous avez seulement demandé",
        status="Où en est-on ?",
        stands="Voici où en sont les choses",
        help="aide",
        how="Voici comment on joue par courriel",
        later="je suis jusqu'à 6",
        kept="Décidé d'avance",
        referee="J'appelle l'arbitre\n\nLe pot me semble faux.",
        called="L'arbitre est appelé à la table",
        withdraw="je me désiste",
        withdrawn="le désistement est enregistré",
        is_it_yours="Avez-vous écrit ceci",
        played="Votre action est jouée",
        may_call="SUIVRE <",
    ),
    "it": Phrases(
        register="Buongiorno, mi iscrivo",
        yes="sì",
        registered="la tua iscrizione è fatta",
        marker="Scrivi la tua risposta sopra questa riga",
        your_turn="tocca a te",
        call="vedo",
        bet="punto 1",
        slip="vdeo",
        not_understood=("non si trova nessuna mossa", "scritta male. Volevi dire"),
        dry="? rilancio a 5",
        only_asked="Non è stato giocato nulla, perché hai solo chiesto",
        status="stato",
        stands="Ecco come stanno le cose",
        help="aiuto",
        how="Ecco come si gioca per e-mail",
        later="vedo fino a 6",
        kept="Deciso in anticipo",
        referee="chiamo l'arbitro\n\nIl piatto mi sembra sbagliato.",
        called="L'arbitro è chiamato al tavolo",
        withdraw="ritira la mia iscrizione",
        withdrawn="il ritiro di",
        is_it_yours="Hai scritto tu",
        played="La tua mossa è giocata",
        may_call="VEDERE <",
    ),
}

CARRIERS = ("recipient", "in-reply-to", "tag", "fresh")
"""What ties a letter to its turn: one alone each time, as mailboxes and people differ."""


@dataclass
class Player:
    """Somebody with an address; he never opens a page. ``door``: the port that takes his letters."""

    name: str
    language: str
    door: int
    shift: int = 0
    written: dict[str, str] = field(default_factory=dict)
    """Message-ID -> what he wrote."""
    used: set[str] = field(default_factory=set)
    """The carriers that he has used."""
    _mailbox: dict[int, EmailMessage] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.address = f"{self.name.lower()}@players.example"
        self.said = SAID[self.language]
        self._numbers = count()
        self._programs = cycle(PROGRAMS[self.shift :] + PROGRAMS[: self.shift])
        self._carriers = cycle(CARRIERS[self.shift :] + CARRIERS[: self.shift])

    # --- his mailbox

    def letters(self) -> list[EmailMessage]:
        """All that has come for him, in its order."""
        rows = CaughtLetter.objects.filter(recipient=self.address).exclude(pk__in=self._mailbox)
        self._mailbox |= {row.pk: _opened(row) for row in rows.order_by("id")}
        return list(self._mailbox.values())

    def newest(self, words: str) -> EmailMessage | None:
        """The newest letter whose first lines say this."""
        return next((one for one in reversed(self.letters()) if words in headline(one)), None)

    def await_answer(self, name: str) -> EmailMessage:
        """The letter that answers the one of this name."""

        def found() -> EmailMessage | None:
            return next(iter(self.answers(name)), None)

        return poll(f"an answer to {self.name}'s “{self.written[name]}”", found, seconds=SECONDS, pause=0.05)

    def answers(self, name: str) -> list[EmailMessage]:
        return [one for one in self.letters() if one["In-Reply-To"] == name]

    # --- what he sends

    def write(self, words: str, subject: str = "") -> EmailMessage:
        """A letter that answers none; what comes back."""
        letter = self._letter(PLAIN, subject)
        letter.set_content(f"{words}\n")
        return self._send(letter, words)

    def reply(self, ours: EmailMessage, words: str, carrier: str = "") -> EmailMessage:
        """A reply by the next of his programs, with all carriers or with one alone; what comes back."""
        to = parseaddr(str(ours["Reply-To"]))[1] if carrier in ("", "recipient") else PLAIN
        subject = str(ours["Subject"])
        if carrier not in ("", "tag"):
            subject = re.sub(r" ?\[#\w+\]", "", subject)
        letter = self._letter(to, f"Re: {subject}")
        if carrier in ("", "in-reply-to"):
            letter["In-Reply-To"] = ours["Message-ID"]
            letter["References"] = f"{ours['References']} {ours['Message-ID']}"
        next(self._programs)(letter, words, ours, self.language)
        return self._send(letter, words)

    def play(self, ours: EmailMessage, words: str) -> EmailMessage:
        """A move, tied to its turn by the next of the carriers; a fresh letter is confirmed by no words."""
        carrier = next(self._carriers)
        self.used.add(carrier)
        if carrier != "fresh":
            return self.reply(ours, words, carrier)
        table = str(ours["Subject"]).partition(" [")[0]
        question = self.write(words, f"{table}, my move")
        assert self.said.is_it_yours in headline(question)
        return self.reply(question, "")

    def _letter(self, to: str, subject: str) -> EmailMessage:
        letter = EmailMessage(policy=policy.SMTP)
        letter["From"], letter["To"], letter["Subject"] = f"{self.name} <{self.address}>", to, subject
        letter["Message-ID"] = make_msgid(f"{self.name}{next(self._numbers)}", "players.example")
        return letter

    def _send(self, letter: EmailMessage, words: str) -> EmailMessage:
        name = str(letter["Message-ID"])
        self.written[name] = words
        with smtplib.SMTP("127.0.0.1", self.door, timeout=20) as server:
            server.send_message(letter, from_addr=self.address)
        return self.await_answer(name)


def headline(letter: EmailMessage) -> str:
    """What a letter says first, below the line to write above."""
    return part(letter, "plain").split("\n\n")[1].replace("\n", " ")


def _opened(row: CaughtLetter) -> EmailMessage:
    letter = message_from_bytes(bytes(row.raw), policy=policy.default)
    assert isinstance(letter, EmailMessage)
    return letter
