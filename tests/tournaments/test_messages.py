"""The French catalogue is whole: a sentence without its translation fails here."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.checkers import python_format
from django.core.management.base import CommandError

from tournaments.management.commands import messages


def _keys(found: list[messages.Message]) -> list[str]:
    return [messages.key_of(message) for message in found]


def test_every_sentence_of_the_sources_is_in_the_catalogue() -> None:
    have = set(_keys(messages.sentences(messages.catalogue())))
    assert set(_keys(messages.sentences(messages.extracted()))) - have == set()


def test_every_sentence_is_translated_and_none_is_fuzzy() -> None:
    assert _keys(messages.untranslated(messages.catalogue())) == []


def test_translations_keep_the_placeholders() -> None:
    for message in messages.sentences(messages.catalogue()):
        python_format(None, message)
        assert _braces(message.id) == _braces(message.string), message.id


def _braces(text: object) -> set[str]:
    import re

    parts = text if isinstance(text, list | tuple) else [text]
    return {brace for part in parts for brace in re.findall(r"\{\w*\}", str(part))}


def test_sentences_are_found_in_python_and_in_templates(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('_("one"); ngettext("a cat", "%(n)d cats", 3); pgettext("poker", "check")')
    (tmp_path / "b.html").write_text(
        '{% load i18n %}{% translate "two" %}{% blocktranslate %}100% of {{ x }}{% endblocktranslate %}'
        "{% blocktranslate count n=n %}{{ n }} seat{% plural %}{{ n }} seats{% endblocktranslate %}"
    )
    found = messages.extracted(iter([tmp_path / "a.py", tmp_path / "b.html"]))
    keys = set(_keys(messages.sentences(found)))
    assert keys == {"one", "a cat", "poker\x04check", "two", "100%% of %(x)s", "%(n)s seat"}


def test_a_source_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.html").write_text(
        "{% load i18n %}{% blocktranslate %}{% if x %}{% endblocktranslate %}"
    )
    with pytest.raises(CommandError, match=r"broken\.html"):
        messages.extracted(iter([tmp_path / "broken.html"]))


def test_an_untranslated_a_half_translated_and_a_fuzzy_sentence_are_noticed() -> None:
    catalog = messages.Catalog(locale="fr", fuzzy=False)
    catalog.add("none")
    catalog.add(("one seat", "many seats"), ("une place", ""))
    catalog.add("guessed", "deviné", flags=["fuzzy"])
    catalog.add("done", "fait")
    assert set(_keys(messages.untranslated(catalog))) == {"none", "one seat", "guessed"}


def test_translations_are_filled_in_and_strangers_are_named() -> None:
    catalog = messages.Catalog(locale="fr", fuzzy=False)
    catalog.add("done")
    catalog.add(("one seat", "many seats"))
    given: dict[str, str | list[str]] = {
        "done": "fait",
        "one seat": ["une place", "des places"],
        "gone": "parti",
    }
    assert messages.fill(catalog, given) == ["gone"]
    assert messages.untranslated(catalog) == []
