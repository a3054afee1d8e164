"""What mail programs, companies and lists put below a writer's words: signatures, notices, footers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from referee.letters.headings import is_rule

_FOOTER = re.compile(r"\s*_{20,}\s*\Z")
"""The line of a mailing list's footer, and of Outlook's telephones: no person draws one of that length."""

_TOOL = (
    r"(?:i ?phone|i ?pad|galaxy|samsung|android|huawei|xiaomi|pixel|smartphone|téléphone|telefon\w*|phone"
    r"|mobile|portable|cellulare|tablett?e?|blackberry|device|appareil|dispositivo"
    r"|outlook|mail|tuta|spark\b|thunderbird|windows|messagerie|courriel)"
)
_LINK = r"(?:\s*[<(\[]?https?:\S+)?"
_EXCUSE = (
    # Please excuse my brevity. · — Envoyé de mon iPhone, pardonnez ma concision · Scusate gli errori
    r"(?:[,;.–—-]?\s*(?:(?:please )?(?:excuse|forgive)|excuse[zr]|sorry for|veuillez (?:excuser|pardonner)"
    r"|pardonne[zr]?|désolée? (?:de|pour)|perdonat?e|scusat?e|mi scuso) .*)?"
)
_NAME = r" ?[^,;:!?]{2,60}"

_BY_DEVICE = re.compile(
    # Sent from my iPhone · Sent with Proton Mail secure email. · Sent from Outlook for Android
    rf"(?:(?:sent|secured) (?:from|with|via|using|by)\b(?: my| the| an?)?{_NAME}"
    # Sent via the Samsung Galaxy S21 5G, an AT&T 5G smartphone
    rf"|sent (?:from|via)\b{_NAME}, (?:an? )?[^,;:!?]{{2,40}}\b{_TOOL}"
    # Envoyé de mon iPhone · Envoyé à partir d’Outlook pour Android · Message envoyé depuis mon Galaxy
    r"|(?:(?:ce )?(?:message|mail|e-mail|courriel) )?envoyée? (?:(?:de|du|des|depuis|avec|via|par)\b"
    rf"|à (?:partir|l['’]aide) (?:de\b|du\b|d['’])){_NAME}"
    # Inviato da iPhone · Inviato dal mio telefono Android con K-9 Mail. · Inviato con Proton Mail
    r"|(?:(?:messaggio|e-?mail) )?inviat[oa] (?:(?:da|dal|dalla|con|tramite|via)\b|(?:dall|con l)['’])"
    rf"{_NAME}"
    # Provenance : Courrier pour Windows 10
    r"|provenance : courrier pour windows(?: \d+)?"
    # Get Outlook for iOS · Télécharger Outlook pour iOS · Scarica Outlook per Android
    r"|(?:get|download|télécharge[rz]|obten(?:ir|ez)|scarica|ottieni) (?:[\w’']+ ){0,3}"
    r"(?:outlook|bluemail|typeapp) (?:for|pour|per) \w+"
    # Yahoo Mail: Search, Organize, Conquer
    r"|yahoo mail ?: [\w’']+, [\w’']+(?:,| and| et| e) [\w’']+"
    # Von meinem iPhone gesendet · Gesendet von meinem/meiner Galaxy · Enviado desde mi iPhone ·
    # Enviado do meu iPhone · Verstuurd vanaf mijn iPad: a telephone speaks its owner's language
    rf"|von mein\w*(?:/mein\w*)?{_NAME} (?:gesendet|geschickt)"
    rf"|(?:gesendet|enviad[oa]|verstuurd|verzonden) (?:von|vom|mit|aus|desde|do|da|de|com|vanaf|met)\b"
    rf"{_NAME}"
    rf"){_LINK}[.!]?{_EXCUSE}{_LINK}\Z",
    re.IGNORECASE,
)

_NOTICES = (
    # This e-mail and any attachments are confidential and intended solely for the addressee …
    # Ce message et ses pièces jointes sont confidentiels et établis à l'intention exclusive de …
    # Questo messaggio è riservato al destinatario; chi lo riceve per errore …
    (
        r"\b(?:e-?mails?|messages?|courriels?|messaggi\w*|posta|comunicazion\w+|communications?|transmissions?)\b",
        r"\b(?:confiden\w+|riservat\w+|privileged|destinat\w+|intended (?:only|solely|for)|addressees?)\b",
        60,
    ),
    # Virus-free.www.avast.com · Cet e-mail a été vérifié par le logiciel antivirus d'Avast. · Priva di virus.
    (
        r"\b(?:anti-?virus|virus-free|sans virus|priv[ao] di virus|without virus|virus)\b",
        r"www\.|https?:|avast|avg|norton|\b(?:checked|scanned|vérifié|analysé|controllat\w|garant\w+)\b",
        12,
    ),
    # Please consider the environment before printing · Pensez à l'environnement avant d'imprimer
    (
        r"\b(?:print\w*|imprim\w+|stampa\w*)\b",
        r"\b(?:environment|environnement|ambiente|planète|alberi|trees)\b",
        30,
    ),
)
"""Two patterns that both occur, and the least length of the paragraph."""

_TITLE = re.compile(
    # CONFIDENTIALITY NOTICE · Avis de confidentialité · AVVISO DI RISERVATEZZA
    r"\W*(?:[^\W\d_]+\W+){0,4}?(?:disclaimer|confiden\w+|riservat\w+|privacy|avvertenz\w+)\b.{0,40}",
    re.IGNORECASE,
)
_LINK_ALONE = re.compile(r"<(?:https?:|#)[^<>\s]*>|https?:\S+")
_WIDTH = 64
"""A line that with the next word would be longer than this may have been wrapped by a program."""


# [cid:image001.png@01DC] · [image: logo.png] · <logo.png>
_PICTURE = re.compile(
    r"(?:\s*(?:\[(?:cid|image|inline image)\b[^\[\]]{0,200}\]|<[\w .()-]{1,80}\.(?:png|jpe?g|gif)>))+\s*",
    re.I,
)
"""A line in place of pictures, in the plain text of a letter that shows them."""


def without(lines: list[str]) -> list[str]:
    """Without the signature and all below it, without lines for pictures, without notices at the end."""
    lines = [line for line in lines if len(line) > 400 or not _PICTURE.fullmatch(line)]
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    # Envoyé de mon iPhone, and below it what he typed there.
    if first < len(lines) and _names_tool(lines[first]):
        lines = lines[first + 1 :]
    return without_notices(lines[: _begins_at(lines)])


def _begins_at(lines: Sequence[str]) -> int:
    """The line at which the signature begins; the number of lines where there is none."""
    last = max((at for at, line in enumerate(lines) if line.strip()), default=0)
    written = False
    for at, line in enumerate(lines):
        if line in ("-- ", "--", "—"):
            return at
        if written and (_FOOTER.match(line) or _names_tool(line) or (at == last and by_device(line))):
            return at
        written = written or bool(line.strip())
    return len(lines)


def by_device(line: str) -> bool:
    """``Envoyé de mon iPhone``, also between stars or brackets; ``Sent by the king`` reads the same."""
    return len(line) < 250 and bool(_BY_DEVICE.match(line.strip(" *_~-–—[]|•")))


def _names_tool(line: str) -> bool:
    """A line of that kind that names a device or a program."""
    return by_device(line) and re.search(_TOOL, line, re.IGNORECASE) is not None


def wrapped(line: str, following: str) -> bool:
    """Whether ``following`` may be the rest of ``line``, which a program broke at its width."""
    word = following.split(maxsplit=1)
    return bool(word) and len(line.rstrip()) + 1 + len(word[0]) > _WIDTH


def without_notices(lines: list[str]) -> list[str]:
    """Without what companies and virus scanners add: paragraphs at the end that no person types."""
    kept, dropped = list(lines), False
    while True:
        while kept and (not kept[-1].strip() or is_rule(kept[-1])):
            kept.pop()
        start = len(kept)
        while start and kept[start - 1].strip() and not is_rule(kept[start - 1]):
            start -= 1
        paragraph = kept[start:]
        if not paragraph or not (_is_notice(paragraph) or (dropped and _is_title(paragraph))):
            return kept
        del kept[start:]
        dropped = True


def _is_notice(paragraph: Sequence[str]) -> bool:
    # <https://www.avast.com/sig-email> Garanti sans virus.www.avast.com | <#DAB4FAD8-2DD7-40BB>
    paragraph = [line for line in paragraph if not _LINK_ALONE.fullmatch(line.strip())]
    text = " ".join(line.strip() for line in paragraph).lower()
    if not all(wrapped(one, other) for one, other in pairwise(paragraph)):
        return False
    return any(
        len(text) >= least and re.search(one, text) and re.search(other, text)
        for one, other, least in _NOTICES
    )


def _is_title(paragraph: Sequence[str]) -> bool:
    return len(paragraph) == 1 and len(paragraph[0]) < 80 and bool(_TITLE.fullmatch(paragraph[0].strip()))


def unsealed(text: str) -> str:
    """The words inside a PGP clear signature (RFC 9580, 7); any other text as it is."""
    lines = text.split("\n")
    bare = [line.strip() for line in lines]
    try:
        start = bare.index("-----BEGIN PGP SIGNED MESSAGE-----")
        body = bare.index("", start) + 1
        end = bare.index("-----BEGIN PGP SIGNATURE-----", body)
    except ValueError:
        return text
    last = (
        bare.index("-----END PGP SIGNATURE-----", end) if "-----END PGP SIGNATURE-----" in bare[end:] else end
    )
    inside = [line.removeprefix("- ") for line in lines[body:end]]
    return "\n".join((*lines[:start], *inside, *lines[last + 1 :]))
