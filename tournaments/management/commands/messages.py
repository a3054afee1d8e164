"""The catalogues: what the sources say, how each language says it, and the compiled files.

    manage.py messages                   add new sentences, drop those that are gone, list the untranslated
    manage.py messages --fill FILE.json --language it
                                         merge {"msgid": "msgstr"}, for plurals {"msgid": ["one", "many"]}
    manage.py messages --compile         write the .mo files that the service reads (not committed)

There is a catalogue for each language of the settings but the one that the sources are written in.
Several people may run it at the same time: each change is made under a file lock.
"""

from __future__ import annotations

import fcntl
import io
import json
import os
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

type Translations = dict[str, str | list[str]]

CONTEXT_MARK = "\x04"
"""Between a context and its sentence, in the keys of a file of translations."""
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
_BREAKABLE = re.compile(r"(?<=«) |(?<=\S) (?=[»:;?!](?:\W|$))")
_NOISE = (
    "POT-Creation",
    "PO-Revision",
    "Last-Trans",
    "Language-Team",
    "Generated",
    "Report-Msgid",
    "Project-Id",
)
_HEADER = "# What the service says, in {language}."


def languages() -> list[str]:
    """The languages that need a catalogue."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def folder(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / to_locale(language) / "LC_MESSAGES"


def sources() -> Iterator[Path]:
    """Python files of the service, and all templates."""
    root = Path(settings.BASE_DIR)
    yield from sorted(path for path in (root / "tournaments").rglob("*.py") if "migrations" not in path.parts)
    yield from sorted(path for path in (root / "templates").rglob("*") if path.suffix in (".html", ".txt"))


def extracted(paths: Iterator[Path] | None = None) -> Catalog:
    """Every sentence that the sources want translated."""
    found = Catalog(fuzzy=False)
    for path in paths or sources():
        try:
            text = path.read_text()
            if path.suffix != ".py":
                text = templatize(text, origin=str(path))
            for _line, ids, _comments, context in extract(
                "python", io.BytesIO(text.encode()), KEYWORDS, options={"encoding": "utf-8"}
            ):
                if ids:
                    found.add(ids, context=context)
        except (SyntaxError, UnicodeError) as error:
            raise CommandError(f"{path}: {error}") from error
    return found


def catalogue(language: str) -> Catalog:
    """The catalogue as it stands; of a new language an empty one."""
    path = folder(language) / "django.po"
    if not path.exists():
        return Catalog(locale=to_locale(language), fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=to_locale(language), domain="django")


def sentences(catalog: Catalog) -> list[Message]:
    """All messages but the header."""
    return [message for message in catalog if message.id]


def untranslated(catalog: Catalog) -> list[Message]:
    return [message for message in sentences(catalog) if message.fuzzy or not _whole(message)]


def _whole(message: Message) -> bool:
    texts = message.string if isinstance(message.string, list | tuple) else [message.string]
    return bool(texts) and all(texts) and message.pluralizable == isinstance(message.string, list | tuple)


def key_of(message: Message) -> str:
    """A message's key in a file of translations: its (singular) sentence, after its context."""
    text = message.id[0] if isinstance(message.id, list | tuple) else message.id
    return f"{message.context}{CONTEXT_MARK}{text}" if message.context else str(text)


def fill(catalog: Catalog, given: Translations) -> list[str]:
    """Put translations in; returns the keys that no sentence has."""
    by_key = {key_of(message): message for message in sentences(catalog)}
    for key, text in given.items():
        message = by_key.get(key)
        if message is not None:
            message.string = tuple(text) if isinstance(text, list) else text
            message.flags.discard("fuzzy")
    return sorted(set(given) - set(by_key))


def pad(catalog: Catalog) -> None:
    """Some languages have a third form, for whole millions; two are given, and the second stands for it."""
    for message in sentences(catalog):
        if message.pluralizable and isinstance(message.string, list | tuple) and len(message.string) > 1:
            one, many = message.string[:2]
            message.string = (one, *[many] * (catalog.num_plurals - 1))


def write(catalog: Catalog, language: str) -> None:
    """The .po, sorted, without dates and places: two people's additions then rarely touch."""
    folder(language).mkdir(parents=True, exist_ok=True)
    catalog.header_comment = _HEADER.format(language=Locale.parse(to_locale(language)).english_name)
    out = io.BytesIO()
    write_po(out, catalog, width=110, no_location=True, sort_output=True, ignore_obsolete=True)
    lines = out.getvalue().decode().splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith(tuple(f'"{word}' for word in _NOISE)))
    fresh = folder(language) / "django.po.new"
    fresh.write_text(text)
    fresh.replace(folder(language) / "django.po")


def typeset(catalog: Catalog, language: str) -> Catalog:
    """French puts a space before its high signs and inside its quotation marks, where no line may break.

    The .po has plain spaces, which everybody can type and see.
    """
    if language == "fr":
        for message in sentences(catalog):
            form = message.string
            message.string = tuple(map(_unbroken, form)) if isinstance(form, tuple) else _unbroken(str(form))
    return catalog


def _unbroken(text: str) -> str:
    return _BREAKABLE.sub("\N{NO-BREAK SPACE}", text)


def compile_catalogue(language: str) -> Path:
    target = folder(language) / "django.mo"
    out = io.BytesIO()
    write_mo(out, typeset(catalogue(language), language))
    fresh = target.with_name(f"django.mo.{os.getpid()}")
    fresh.write_bytes(out.getvalue())
    return fresh.replace(target)


@contextmanager
def alone() -> Iterator[None]:
    """One at a time: the folder of all languages is the lock."""
    home = Path(settings.LOCALE_PATHS[0])
    home.mkdir(parents=True, exist_ok=True)
    handle = os.open(home, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


class Command(BaseCommand):
    help = "Extracts, fills and compiles the catalogues of the languages."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--fill", metavar="FILE.json", help="translations to merge; - reads standard input"
        )
        parser.add_argument("--language", choices=languages(), help="the one that the translations are in")
        parser.add_argument("--compile", action="store_true", help="write the .mo files and nothing else")

    def handle(self, *args: Any, **options: Any) -> None:
        source, named = options["fill"], options["language"]
        if source and not named:
            raise CommandError(f"say with --language what {source} is written in: {', '.join(languages())}")
        given = _read(source) if source else {}
        with alone():
            unknown = [] if options["compile"] else self._update({named: given})
            for language in languages():
                compile_catalogue(language)
        if unknown:
            raise CommandError("no such sentence in the sources: " + "; ".join(map(repr, unknown)))

    def _update(self, given: Mapping[str, Translations]) -> list[str]:
        """All catalogues as the sources are now; returns the keys of ``given`` that no sentence has."""
        said, unknown = extracted(), []
        for language in languages():
            catalog = catalogue(language)
            # A new sentence is taken over as it is, not as a copy: two languages would share its translation.
            catalog.update(deepcopy(said), no_fuzzy_matching=True)
            unknown += fill(catalog, given.get(language, {}))
            pad(catalog)
            write(catalog, language)
            missing = untranslated(catalog)
            for message in missing:
                self.stdout.write(json.dumps(key_of(message), ensure_ascii=False))
            self.stdout.write(f"{language}: {len(sentences(catalog))} sentences, {len(missing)} untranslated")
        return unknown


def _read(source: str) -> Translations:
    try:
        given = json.loads(sys.stdin.read() if source == "-" else Path(source).read_text())
    except (OSError, ValueError) as error:
        raise CommandError(f"{source}: {error}") from error
    if not isinstance(given, dict):
        raise CommandError(f"{source}: an object of sentences and translations is needed")
    return given
