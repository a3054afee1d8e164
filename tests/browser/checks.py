"""What must hold of a page that is open: each check gives one line for each thing that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page


def agree(wrong: Iterable[str]) -> None:
    """Fails with every line."""
    lines = list(wrong)
    if lines:
        pytest.fail(f"{len(lines)} faults\n" + "\n".join(lines), pytrace=False)


GRAVE = ("critical", "serious", "moderate")
_AXE = """options => axe.run(document, options).then(found => found.violations.map(
  one => [one.id, one.impact, one.nodes.map(node => [node.target.join(' '), node.html.slice(0, 120)])]))"""


def barriers(page: Page, only: Iterable[str] = (), without: Iterable[str] = ()) -> list[str]:
    """What axe finds serious or moderate. ``only``: these rules alone; ``without``: all but these."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options: dict[str, Any] = {"resultTypes": ["violations"], "iframes": False}
    options["rules"] = {rule: {"enabled": False} for rule in without}
    if only:
        options["runOnly"] = list(only)
    found = page.evaluate(_AXE, options)
    return [
        f"{rule} ({impact}): {target} {html}"
        for rule, impact, nodes in found
        if impact in GRAVE
        for target, html in nodes
    ]


_WIDE = """() => {
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= width) return []
  const all = [...document.body.querySelectorAll('*')]
  const out = all.filter(one => one.getBoundingClientRect().right > width + 0.5).slice(0, 3)
  const names = out.map(one => `${one.tagName.toLowerCase()}.${one.getAttribute('class') || ''}`)
  return [`wider than the window by ${document.documentElement.scrollWidth - width}: ${names.join(', ')}`]
}"""


def too_wide(page: Page) -> list[str]:
    return list(page.evaluate(_WIDE))


def wrong_language(page: Page, language: str) -> list[str]:
    said = page.locator("html").get_attribute("lang")
    return [] if said == language else [f"html says lang={said}, not {language}"]


# --- focus

_TABBABLE = """
const seen = one => one.checkVisibility({visibilityProperty: true})
const passed = one => one.type === 'radio' && one.name && !one.checked &&
  document.querySelector(`input[type=radio][name="${one.name}"]:checked`)
const tabbable = () => [...document.querySelectorAll(
  'a[href], button, input, select, textarea, summary, [tabindex]')].filter(one =>
    one.tabIndex >= 0 && !one.disabled && one.type !== 'hidden' && seen(one) && !passed(one))
const floats = one => {
  for (let place = one; place; place = place.parentElement) {
    if (['fixed', 'sticky'].includes(getComputedStyle(place).position) || place.matches('.skip')) return true
  }
  return false
}
const called = one => {
  const name = (one.getAttribute('aria-label') || one.innerText || one.name || '').trim()
  return `${one.tagName.toLowerCase()}${one.id ? '#' + one.id : ''} "${name.split('\\n')[0].slice(0, 30)}"`
}
"""
_UNSEEN_FOCUS = (
    "() => {"
    + _TABBABLE
    + """
  const look = one => {
    const style = getComputedStyle(one)
    return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow, style.borderColor,
      style.backgroundColor, style.textDecorationLine].join('|')
  }
  document.activeElement.blur()
  return tabbable().filter(one => {
    const before = look(one)
    one.focus()
    if (document.activeElement !== one) return false
    const shown = getComputedStyle(one), same = look(one) === before
    const outlined = shown.outlineStyle !== 'none' && parseFloat(shown.outlineWidth) >= 1
    return same || !(outlined || shown.boxShadow !== 'none')
  }).map(one => `focus is not seen on ${called(one)}`)
}"""
)


def unseen_focus(page: Page) -> list[str]:
    """What looks the same, or has no outline, when the keyboard comes to it."""
    page.keyboard.press("Tab")  # from now on the browser takes its user for somebody with a keyboard
    return list(page.evaluate(_UNSEEN_FOCUS))


_DISORDER = (
    "() => {"
    + _TABBABLE
    + """
  const wrong = tabbable().filter(one => one.tabIndex > 0).map(one => `tabindex above 0: ${called(one)}`)
  // What keeps to the window's edge while one scrolls has no place of its own on the page.
  const stuck = one => {
    for (let up = one; up; up = up.parentElement) if (getComputedStyle(up).position === 'sticky') return true
    return false
  }
  let low = -1, last = '', before = null
  for (const one of tabbable()) {
    if (floats(one)) continue
    const box = one.getBoundingClientRect(), top = box.top + scrollY, bottom = box.bottom + scrollY
    const row = one.closest('tr'), along = row && row === before
    before = row
    if (bottom < low - 4 && !along) wrong.push(`the focus goes up from ${last} to ${called(one)}`)
    low = bottom < low ? top : Math.max(low, top)
    last = called(one)
  }
  return wrong
}"""
)


def focus_out_of_order(page: Page) -> list[str]:
    """On a page of one column the focus only ever goes down, but for the cells of one row of a table."""
    return list(page.evaluate(_DISORDER))


# --- words

_TEXTS = """() => {
  const texts = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (!parent.closest('script, style, pre, code, textarea, [lang]:not(html), .mono')) {
      texts.add(walker.currentNode.data)
    }
  }
  for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-roledescription', 'data-done']) {
    for (const one of document.querySelectorAll(`[${name}]`)) texts.add(one.getAttribute(name))
  }
  texts.add(document.title)
  return [...texts].map(text => text.trim().replace(/\\s+/g, ' ')).filter(Boolean)
}"""
_WORD = re.compile(r"[^\W\d_]{3,}")


def texts(page: Page) -> set[str]:
    """Every piece of text that somebody reads or hears, where it has a word at all."""
    return {text for text in page.evaluate(_TEXTS) if _WORD.search(text)}


def without_addresses(text: str) -> str:
    """Names of time zones are addresses too."""
    return re.sub(r"\b[A-Z]\w+/[\w/-]+|\S+@\S+|https?:\S+", " ", text)


def words(text: str) -> list[str]:
    """Its words of three letters and more."""
    return _WORD.findall(text)


# --- movement and media

_MOVING = """() => document.getAnimations().filter(one => one.playState === 'running').map(one => {
  const name = one.animationName || one.transitionProperty
  return `still moves: ${name} on ${one.effect.target.className || one.effect.target.tagName}`
})"""
_WOULD_MOVE = """() => [...document.querySelectorAll('*')].filter(one => {
  const style = getComputedStyle(one)
  const longest = text => Math.max(...text.split(',').map(parseFloat))
  return longest(style.transitionDuration) > 0.01 ||
    (style.animationName !== 'none' && longest(style.animationDuration) > 0.01)
}).slice(0, 5).map(one => `would move: ${one.tagName.toLowerCase()}.${one.className}`)"""


def movement(page: Page) -> list[str]:
    """What moves, or would at the next change."""
    return [*page.evaluate(_MOVING), *page.evaluate(_WOULD_MOVE)]


# --- without JavaScript

_DEAD = """() => {
  const seen = one => one.checkVisibility({visibilityProperty: true})
  const floats = one => {
  for (let place = one; place; place = place.parentElement) {
    if (['fixed', 'sticky'].includes(getComputedStyle(place).position) || place.matches('.skip')) return true
  }
  return false
}
const called = one => (one.getAttribute('aria-label') || one.innerText || '').trim()
  const dead = []
  for (const one of document.querySelectorAll('button, input[type=submit]')) {
    const sends = one.form && one.type === 'submit'
    if (seen(one) && !sends) dead.push(`a button that does nothing: "${called(one)}"`)
  }
  for (const form of document.forms) {
    const sends = [...form.elements].some(one => one.type === 'submit' && !one.closest('[hidden]'))
    if (!sends && seen(form)) dead.push(`a form without a button: ${form.action}`)
  }
  for (const one of document.querySelectorAll('a:not([href]):not([aria-disabled=true])')) {
    if (seen(one)) dead.push(`a link to nowhere: "${called(one)}"`)
  }
  return dead
}"""
_ACTIONS = """() => [...document.querySelectorAll('button, input[type=submit]')].filter(one =>
  one.form && one.type === 'submit' && one.checkVisibility({visibilityProperty: true})).map(one =>
    `${new URL(one.getAttribute('formaction') || one.form.action, document.baseURI).pathname} ` +
    `${one.name}=${one.value}`)"""


def dead(page: Page) -> list[str]:
    """Where JavaScript is off: what can be pressed and does nothing."""
    return list(page.evaluate(_DEAD))


def actions(page: Page) -> set[str]:
    """What the buttons send, and where."""
    return set(page.evaluate(_ACTIONS))
