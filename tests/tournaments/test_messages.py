"""The catalogues are whole: a sentence without its translation into every language fails here."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from babel.messages.checkers import python_format
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import translation
from pytest_django.fixtures import Settings

from tournaments.management.commands import messages

LANGUAGES = messages.languages()
every_language = pytest.mark.parametrize("language", LANGUAGES)


def _keys(found: list[messages.Message]) -> list[str]:
    return [messages.key_of(message) for message in found]


def test_every_language_of_the_settings_has_a_catalogue_but_that_of_the_sources() -> None:
    assert {"en", *LANGUAGES} == set(dict(settings.LANGUAGES))
    assert "en" not in LANGUAGES
    folders = {path.name for path in Path(settings.LOCALE_PATHS[0]).iterdir() if path.is_dir()}
    assert folders == set(LANGUAGES)


@every_language
def test_every_sentence_of_the_sources_is_in_the_catalogue(language: str) -> None:
    have = set(_keys(messages.sentences(messages.catalogue(language))))
    assert set(_keys(messages.sentences(messages.extracted()))) - have == set()


@every_language
def test_every_sentence_is_translated_and_none_is_fuzzy(language: str) -> None:
    assert _keys(messages.untranslated(messages.catalogue(language))) == []


@every_language
def test_translations_keep_the_placeholders(language: str) -> None:
    for message in messages.sentences(messages.catalogue(language)):
        python_format(None, message)
        assert _braces(message.id) == _braces(message.string), message.id


@every_language
def test_the_compiled_catalogue_says_what_the_other_says(language: str) -> None:
    """Of sentences with a plural both forms, by the rule of the language itself."""
    with translation.override(language):
        for message in messages.sentences(messages.typeset(messages.catalogue(language), language)):
            if message.pluralizable:
                said = {n: translation.ngettext(*message.id, n) for n in (1, 2, 20)}
                assert [said[n] for n in (1, 2, 20)] == [message.string[n] for n in (0, -1, -1)], message.id
            elif message.context:
                assert translation.pgettext(message.context, message.id) == message.string
            else:
                assert translation.gettext(message.id) == message.string


def test_no_line_of_french_breaks_before_a_high_sign_or_inside_its_quotation_marks() -> None:
    with translation.override("fr"):
        assert translation.gettext("Did you mean:") == "Vouliez-vous dire\N{NO-BREAK SPACE}:"
    for message in messages.sentences(messages.typeset(messages.catalogue("fr"), "fr")):
        for form in message.string if isinstance(message.string, tuple) else [message.string]:
            assert not re.search(r"« | »| [:;?!](\s|$)", form), form


def _braces(text: object) -> set[str]:
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


@pytest.fixture
def new_home(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Catalogues yet to be made, of two sentences, in two languages."""
    source = tmp_path / "a.py"
    source.write_text('_("a deal"); ngettext("one seat", "%(n)d seats", 3)')
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("pt-br", "Português")]
    monkeypatch.setattr(messages, "sources", lambda: iter([source]))
    return tmp_path


def test_each_language_is_filled_from_its_own_file_alone(
    new_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = new_home / "words.json"
    words.write_text(json.dumps({"a deal": "ein Spiel", "one seat": ["ein Platz", "%(n)d Plätze"]}))
    call_command("messages", fill=str(words), language="de")
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "de: 2 sentences, 0 untranslated",
        *['"a deal"', '"one seat"'],
        "pt-br: 2 sentences, 2 untranslated",
    ]
    german = messages.catalogue("de")
    assert german.get("a deal").string == "ein Spiel"
    assert messages.untranslated(german) == []
    assert len(messages.untranslated(messages.catalogue("pt-br"))) == 2
    assert "in German." in (new_home / "locale/de/LC_MESSAGES/django.po").read_text()
    for language in ("de", "pt_BR"):
        assert (new_home / "locale" / language / "LC_MESSAGES/django.mo").exists()


def test_translations_without_their_language_are_not_guessed(new_home: Path) -> None:
    with pytest.raises(CommandError, match=r"--language.*de, pt-br"):
        call_command("messages", fill=str(new_home / "words.json"))
    assert not (new_home / "locale").exists()


def test_a_stranger_in_the_file_is_named_when_the_rest_is_kept(new_home: Path) -> None:
    words = new_home / "words.json"
    words.write_text(json.dumps({"a deal": "ein Spiel", "gone": "weg"}))
    with pytest.raises(CommandError, match="'gone'"):
        call_command("messages", fill=str(words), language="de")
    assert messages.catalogue("de").get("a deal").string == "ein Spiel"
