"""Mail programs, each with its way to quote: a reply is made around words that a player wrote.

A program is a function from (words, quoted letter, language) to the body of the reply. What it puts around
the words was observed at such programs; the words of every sentence here are our own.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass

TOKEN = "k7m2qxab3cd4ef5gh6ij7kl2mn"
ADDRESS = f"play+{TOKEN}@poker.example"
NAME = "Referee"
SUBJECT = {
    "en": "Rubis [#k7m2qx] your turn",
    "fr": "Rubis [#k7m2qx] à vous",
    "it": "Rubis [#k7m2qx] tocca a te",
}
QUOTED = {
    "en": "##- Write your answer above this line -##\n\nRubis: it is your turn, Alice.\n"
    "If you let it pass, this is done for you: “fold”.\n\nWhat you can do now\n  RAISE TO <amount>\n\n"
    "The contest's audit log stands here:\npoker.example/c1 26 UBd1Ju0mUOtUINieOyekzirmP2rUZGiSmtGQ4qmjmBc=",
    "fr": "##- Écrivez votre réponse au-dessus de cette ligne -##\n\nRubis : c'est à vous, Alice.\n"
    "Si vous la laissez passer : « se coucher ».\n\nCe que vous pouvez faire\n  RELANCER À <montant>\n\n"
    "Le journal d'audit en est là :\npoker.example/c1 26 UBd1Ju0mUOtUINieOyekzirmP2rUZGiSmtGQ4qmjmBc=",
    "it": "##- Scrivi la tua risposta sopra questa riga -##\n\nRubis: tocca a te, Alice.\n"
    "Se la lasci passare: «lascio».\n\nChe cosa puoi fare\n  RILANCIARE A <importo>\n\n"
    "Il registro di controllo è qui:\npoker.example/c1 26 UBd1Ju0mUOtUINieOyekzirmP2rUZGiSmtGQ4qmjmBc=",
}

WROTE = {
    "en": "On {date}, {who} wrote:",
    "fr": "Le {date}, {who} a écrit\u00a0:",
    "it": "Il {date}, {who} ha scritto:",
}
DATES = {
    "en": ("Tue, Nov 3, 2026 at 8:00 PM", "03/11/2026 20:00", "3 Nov 2026, at 20:00", "2026-11-03 20:00",
           "Tuesday, November 3, 2026 at 08:00:00 PM GMT+1"),
    "fr": ("mar. 3 nov. 2026 à 20:00", "03/11/2026 à 20:00", "3 nov. 2026 à 20:00", "2026-11-03 20:00",
           "mardi 3 novembre 2026 à 20:00:00 UTC+1"),
    "it": ("mar 3 nov 2026 alle ore 20:00", "03/11/2026 20:00", "3 nov 2026, alle ore 20:00",
           "03.11.2026 20.00", "martedì 3 novembre 2026 alle ore 20:00:00 CET"),
}  # fmt: skip
HEADERS = {
    "en": ("From", "Sent", "To", "Subject", "Tuesday, November 3, 2026 8:00 PM"),
    "fr": ("De", "Envoyé", "À", "Objet", "mardi 3 novembre 2026 20:00"),
    "it": ("Da", "Inviato", "A", "Oggetto", "martedì 3 novembre 2026 20:00"),
}
BY_DEVICE = {
    "en": ("Sent from my iPhone", "Sent from Outlook for Android", "Get Outlook for iOS<https://aka.example/o>",
           "Sent with Proton Mail secure email.", "Sent from Yahoo Mail on Android", "Sent from my Galaxy"),
    "fr": ("Envoyé de mon iPhone", "Envoyé à partir de Outlook pour Android", "Envoyé depuis mon téléphone",
           "Télécharger Outlook pour iOS", "Envoyé avec la messagerie sécurisée Proton Mail.",
           "Provenance\u00a0: Courrier pour Windows 10"),
    "it": ("Inviato da iPhone", "Inviato da Outlook per Android", "Scarica Outlook per iOS",
           "Inviato con l'email sicura Proton Mail.", "Inviato dal mio Galaxy",
           "Inviato da Yahoo Mail su Android"),
}  # fmt: skip
ORIGINAL = {"en": "Original Message", "fr": "Message d'origine", "it": "Messaggio originale"}


@dataclass(frozen=True, slots=True)
class Habits:
    """What varies from one reply of a program to the next."""

    language: str
    date: int = 0
    device: int = 0
    signs: bool = False
    wrapped: int = 0
    named: bool = True
    spaced: str = " "

    @property
    def heading(self) -> str:
        who = f"{NAME} <{ADDRESS}>" if self.named else NAME
        line = WROTE[self.language].format(date=DATES[self.language][self.date], who=who)
        return wrap(line.replace("\u00a0:", f"{self.spaced.strip(' ')}:"), self.wrapped)

    @property
    def signature(self) -> str:
        return f"\n\n{BY_DEVICE[self.language][self.device]}" if self.signs else ""

    @property
    def headers(self) -> str:
        sender, sent, to, subject, date = HEADERS[self.language]
        colon = f"{self.spaced}:" if self.language == "fr" else ":"
        who = f"{NAME} <{ADDRESS}>" if self.named else NAME
        own = (to, "Alice <alice@example.org>")
        lines = ((sender, who), (sent, date), own, (subject, SUBJECT[self.language]))
        return "\n".join(f"{name}{colon} {value}" for name, value in lines)


def wrap(line: str, times: int) -> str:
    """The line broken as a program breaks it: behind the date's half, before the address, before the verb."""
    cuts = [(" <", "\n<"), (" a écrit", " a\nécrit") if "écrit" in line else ("> ", ">\n")]
    for old, new in cuts[:times]:
        line = line.replace(old, new, 1)
    return line


def marked(text: str, mark: str = "> ") -> str:
    return "\n".join((mark + line).rstrip() for line in text.split("\n"))


def divs(text: str) -> str:
    return "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in text.split("\n"))


type Program = Callable[[str, Habits], str]

# plain text


def top(words: str, habits: Habits) -> str:
    """Gmail, Apple Mail, Proton, Thunderbird set to answer above."""
    return f"{words}{habits.signature}\n\n{habits.heading}\n\n{marked(QUOTED[habits.language])}\n"


def top_close(words: str, habits: Habits) -> str:
    """K-9: no blank line, no blank behind the mark, its signature at the end."""
    quoted = marked(QUOTED[habits.language], ">")
    return f"{words}\n\n{habits.heading}\n{quoted}\n\n-- {habits.signature}\n"


def apple(words: str, habits: Habits) -> str:
    """Apple's programs quote the heading too."""
    quoted = marked(f"{habits.heading}\n\n{QUOTED[habits.language]}")
    return f"{words}{habits.signature}\n\n{quoted}\n"


def bottom(words: str, habits: Habits) -> str:
    """Thunderbird, Roundcube."""
    quoted = marked(QUOTED[habits.language])
    return f"{habits.heading}\n{quoted}\n\n{words}{habits.signature}\n\n-- \nAlice\n"


def unmarked(words: str, habits: Habits) -> str:
    """Yahoo, and telephones of some makers: our letter stands there as it was sent."""
    return f"{words}{habits.signature}\n\n{habits.heading}\n\n{QUOTED[habits.language]}\n"


def outlook(words: str, habits: Habits) -> str:
    return f"{words}{habits.signature}\n\n{habits.headers}\n\n{QUOTED[habits.language]}\n"


def outlook_mobile(words: str, habits: Habits) -> str:
    return f"{words}{habits.signature}\n{'_' * 32}\n{habits.headers}\n\n{QUOTED[habits.language]}\n"


def original(words: str, habits: Habits) -> str:
    """Zimbra, Samsung, older Outlook: a line of dashes with words in it."""
    dashes = f"----- {ORIGINAL[habits.language]} -----"
    return f"{words}{habits.signature}\n\n{dashes}\n{habits.headers}\n\n{QUOTED[habits.language]}\n"


def fresh(words: str, habits: Habits) -> str:
    return f"{words}{habits.signature}\n"


PLAIN: tuple[Program, ...] = (
    top, top_close, apple, bottom, unmarked, outlook, outlook_mobile, original, fresh,
)  # fmt: skip

# HTML


def signed_html(habits: Habits) -> str:
    line = html.escape(BY_DEVICE[habits.language][habits.device])
    return f"<div><br></div><div>{line}</div>" if habits.signs else ""


def quotation(habits: Habits) -> str:
    return divs(QUOTED[habits.language])


def headers_html(habits: Habits) -> str:
    return html.escape(habits.headers).replace("\n", "<br>")


def page(*pieces: str, head: str = "") -> str:
    return f"<html><head>{head}</head><body>{''.join(pieces)}</body></html>"


def gmail_html(words: str, habits: Habits) -> str:
    heading = f'<div dir="ltr" class="gmail_attr">{html.escape(habits.heading)}<br></div>'
    quote = f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{quotation(habits)}</blockquote>'
    answer = f'<div dir="ltr">{divs(words)}{signed_html(habits)}</div><br>'
    return f'{answer}<div class="gmail_quote">{heading}{quote}</div>'


def thunderbird_html(words: str, habits: Habits) -> str:
    """Bottom posting; the quoted letter as it was laid out."""
    heading = f'<div class="moz-cite-prefix">{html.escape(habits.heading)}<br>\n</div>'
    laid_out = f'<pre class="moz-quote-pre">{html.escape(QUOTED[habits.language])}</pre>'
    quote = f'<blockquote type="cite">{laid_out}</blockquote>'
    return page(heading, quote, divs(words), '<div class="moz-signature">-- <br>Alice</div>')


def apple_html(words: str, habits: Habits) -> str:
    heading = f"<div>{html.escape(habits.heading)}</div><br>"
    quote = f'<div><br><blockquote type="cite">{heading}{quotation(habits)}</blockquote></div>'
    return page(divs(words), signed_html(habits), quote)


def outlook_html(words: str, habits: Habits) -> str:
    block = f'<hr tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">{headers_html(habits)}</div>'
    shown = f'<div id="ms-outlook-mobile-signature">{signed_html(habits)}</div><div id="appendonsend"></div>'
    return page(f'<div dir="ltr">{divs(words)}</div>', shown, block, quotation(habits))


def word_html(words: str, habits: Habits) -> str:
    """Outlook on a desktop writes with Word."""
    lines = (html.escape(line) or "<o:p>&nbsp;</o:p>" for line in words.split("\n"))
    answer = "".join(f"<p class=MsoNormal>{line}<o:p></o:p></p>" for line in lines)
    border = "border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"
    block = f"<div style='{border}'><p class=MsoNormal>{headers_html(habits)}</p></div>"
    style = "<style><!-- p.MsoNormal {margin:0cm;font-size:11.0pt} --></style>"
    return page(f"<div class=WordSection1>{answer}", block, quotation(habits), "</div>", head=style)


def yahoo_html(words: str, habits: Habits) -> str:
    heading = f"<div>{html.escape(habits.heading)}</div>"
    quote = f'<br><div class="yahoo_quoted"><div>{heading}{quotation(habits)}</div></div>'
    return page(f'<div class="yahoo-style-wrap">{divs(words)}{signed_html(habits)}</div>', quote)


def proton_html(words: str, habits: Habits) -> str:
    quote = f'<blockquote class="protonmail_quote" type="cite">{quotation(habits)}</blockquote>'
    signature = '<div><br></div><div class="protonmail_signature_block"><div>Alice</div></div>'
    heading = html.escape(habits.heading)
    return f'{divs(words)}{signature}<div class="protonmail_quote">{heading}<br>{quote}</div>'


def zimbra_html(words: str, habits: Habits) -> str:
    headers = f'<div data-marker="__HEADERS__">{headers_html(habits)}</div>'
    block = f'<hr id="zwchr" data-marker="__DIVIDER__">{headers}'
    quote = f'<div data-marker="__QUOTED_TEXT__">{quotation(habits)}</div>'
    return page(
        f'<div style="color:#000">{divs(words)}{signed_html(habits)}<div><br></div>', block, quote, "</div>"
    )


HTML: tuple[Program, ...] = (
    gmail_html, thunderbird_html, apple_html, outlook_html, word_html, yahoo_html, proton_html, zimbra_html,
)  # fmt: skip
