"""`make screenshots`: a picture of every page of the register, in every size and language, and an index.

Into var/screenshots/<language>/<size>/<name>.png; the dark ones have a folder of their own beside the light.
``make screenshots ONLY="table lobby"`` draws the pages alone whose names begin so;
``make screenshots PICTURES=1`` renews the pictures of the README instead.
"""

from __future__ import annotations

import os
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from PIL import Image
from playwright.sync_api import Browser

from tests.browser.pages import PAGES, wanted
from tests.browser.serving import SIZES, Site, looker

pytestmark = pytest.mark.browser

ROOT = Path(settings.BASE_DIR) / "var" / "screenshots"
LANGUAGES = dict(settings.LANGUAGES)
SCHEMES: dict[str, tuple[str, ...]] = {"light": tuple(SIZES), "dark": ("phone", "desktop")}
LOOKS = [*((language, "light") for language in LANGUAGES), ("en", "dark")]
"""In the dark one language is enough, and a tablet shows nothing new."""


OF_THE_README = Path(settings.BASE_DIR) / "docs" / "pictures"
MOST_BYTES = 100_000
PHONE, DESKTOP = (390, 800), (1280, 860)
PICTURES: dict[str, tuple[str, Any, tuple[int, int], float]] = {
    "your-turn": ("table-awaited", "light", PHONE, 1.5),
    "waiting-in-the-dark": ("table-waiting", "dark", PHONE, 1.5),
    "table": ("table-awaited", "light", DESKTOP, 1),
    "contest": ("contest-running", "light", DESKTOP, 1),
    "desk": ("manage-running", "light", DESKTOP, 1),
    "replay": ("replay-showdown", "dark", DESKTOP, 1),
}
"""The README's: name -> page, colours, window, pixels for one of the page's."""


def folder(language: str, scheme: str, size: str) -> Path:
    return ROOT / language / (size if scheme == "light" else f"{size}-{scheme}")


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_every_page_has_its_pictures(site: Site, chromium: Browser, language: str, scheme: Any) -> None:
    site.speak(language)
    folders = {size: folder(language, scheme, size) for size in SCHEMES[scheme]}
    for path in folders.values():
        path.mkdir(parents=True, exist_ok=True)
    with looker(chromium, language, color_scheme=scheme) as page:
        for view in wanted():
            with site.opened(page, view):
                for size, path in folders.items():
                    width, height = SIZES[size]
                    page.set_viewport_size({"width": width, "height": height})
                    page.screenshot(path=path / f"{view.name}.png", full_page=True, animations="disabled")
    write_index()


@pytest.mark.parametrize("picture", PICTURES)
def test_the_readme_has_its_picture(site: Site, chromium: Browser, picture: str) -> None:
    """What a window shows at once, in few enough colours to be light."""
    name, scheme, (width, height), scale = PICTURES[picture]
    site.speak("en")
    viewport = {"width": width, "height": height}
    target = OF_THE_README if os.environ.get("PICTURES") else ROOT / "pictures"
    target.mkdir(parents=True, exist_ok=True)
    options: dict[str, Any] = {"color_scheme": scheme, "viewport": viewport, "device_scale_factor": scale}
    with looker(chromium, **options) as page, site.opened(page, next(v for v in PAGES if v.name == name)):
        shot = Image.open(BytesIO(page.screenshot(animations="disabled")))
    few = shot.convert("RGB").quantize(128, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(target / f"{picture}.png", optimize=True)
    assert (target / f"{picture}.png").stat().st_size < MOST_BYTES


def write_index() -> None:
    """What there is so far, page by page."""
    rows = []
    for view in PAGES:
        paths = [
            folder(language, scheme, size) / f"{view.name}.png"
            for language, scheme in LOOKS
            for size in SCHEMES[scheme]
        ]
        names = [path.relative_to(ROOT) for path in paths if path.exists()]
        pictures = (f'<a href="{name}"><img src="{name}" loading="lazy">{name.parent}</a>' for name in names)
        rows.append(f"<h2>{escape(view.name)}</h2><div>{''.join(pictures)}</div>")
    (ROOT / "index.html").write_text(f"{_HEAD}{''.join(rows)}")


_HEAD = """<!doctype html><meta charset="utf-8"><title>Screenshots</title>
<style>
body { font: 1rem sans-serif } div { display: flex; gap: 1rem; overflow: auto }
img { height: 24rem; display: block }
</style>
"""
