"""A browser without JavaScript: pages, links, forms and cookies. The standard library alone."""

from __future__ import annotations

import http.client
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

_TIMEOUT = 30.0
_TYPED = {"text", "hidden", "email", "number", "search", "url", "tel", "password", "datetime-local", "date"}
AWAY = (OSError, http.client.HTTPException)
"""What is raised where the server is away or hangs up; HTTP's own 4xx and 5xx are pages."""


@dataclass
class Form:
    """A form as it stands on the page: ``fields`` in their order, ``buttons`` that send it, all ``ticks``."""

    action: str
    method: str = "get"
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    ticks: list[tuple[str, str]] = field(default_factory=list)

    def has(self, *names: str) -> bool:
        """True where fields or buttons of all these names are there, ticked or not."""
        return self.names.issuperset(names)

    def filled(self, values: dict[str, str | list[str] | None], button: tuple[str, str] | None) -> str:
        """What is sent: the page's values with ``values`` in their place; None takes a field out."""
        unknown = set(values) - self.names
        if unknown:
            raise LookupError(f"no such field in the form {self.action}: {', '.join(sorted(unknown))}")
        sent = [(name, value) for name, value in self.fields if name not in values]
        for name, value in values.items():
            texts = value if isinstance(value, list) else [] if value is None else [value]
            sent += [(name, text) for text in texts]
        return urlencode([*sent, *([button] if button else [])])


@dataclass(frozen=True)
class Page:
    """What came back: where one ended up, the status, the text, its links and forms."""

    url: str
    status: int
    text: str
    links: tuple[tuple[str, str], ...] = ()
    forms: tuple[Form, ...] = ()

    def form(self, *names: str, action: str = "") -> Form:
        """The first form with these fields whose address contains ``action``. LookupError."""
        for form in self.forms:
            if form.has(*names) and action in form.action:
                return form
        raise LookupError(f"no form with {names or action} on {self.url} ({self.status})")

    def link(self, part: str) -> str:
        """The first address on the page that contains ``part``. LookupError."""
        for href, _ in self.links:
            if part in href:
                return urljoin(self.url, href)
        raise LookupError(f"no link with {part!r} on {self.url} ({self.status})")


def page_of(url: str, status: int, text: str) -> Page:
    """A page with its links and forms found in its text."""
    reader = _Reader()
    reader.feed(text)
    return Page(url, status, text, tuple(reader.links), tuple(reader.forms.values()))


class Browser:
    """One visitor with his cookies. Raises what ``AWAY`` names; 4xx and 5xx are pages like others."""

    def __init__(self, site: str, language: str = "en") -> None:
        self.site = site
        self._language = language
        self._cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._cookies))

    def get(self, address: str) -> Page:
        return self._go(urljoin(f"{self.site}/", address), None)

    def send(
        self,
        page: Page,
        form: Form,
        values: dict[str, str | list[str] | None] | None = None,
        button: tuple[str, str] | None = None,
    ) -> Page:
        """Fill a form in and send it, by ``button`` (name, value) where it matters which."""
        target = urljoin(page.url, form.action)
        query = form.filled(values or {}, button)
        if form.method == "get":
            return self._go(f"{target.partition('?')[0]}?{query}", None)
        return self._go(target, query.encode())

    def download(self, address: str) -> bytes:
        """A file, byte for byte. HTTPError where there is none."""
        with self._opener.open(
            self._request(urljoin(f"{self.site}/", address), None), timeout=_TIMEOUT
        ) as got:
            body: bytes = got.read()
            return body

    def _go(self, url: str, data: bytes | None) -> Page:
        try:
            answer = self._opener.open(self._request(url, data), timeout=_TIMEOUT)
        except HTTPError as error:
            answer = error
        with answer:
            return page_of(answer.url, answer.status or 0, answer.read().decode("utf-8", "replace"))

    def _request(self, url: str, data: bytes | None) -> Request:
        if urlsplit(url).scheme not in ("http", "https"):
            raise ValueError(f"not an address of the web: {url}")
        headers = {"Accept-Language": self._language, "User-Agent": "demo-player"}
        return Request(url, data, headers)  # noqa: S310 (the scheme was looked at)


class _Reader(HTMLParser):
    """Links and forms of a page; ``form="id"`` ties a field to a form elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.forms: dict[str, Form] = {}
        self._open = ""
        self._select: tuple[str, str] | None = None
        self._options: list[tuple[str, bool]] = []
        self._area: tuple[str, str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self.links.append((given["href"], given.get("class", "")))
        elif tag == "form":
            self._open = given.get("id") or f"#{len(self.forms)}"
            form = self._form(self._open)
            form.action, form.method = given.get("action", ""), given.get("method", "get").lower()
        elif tag in ("input", "button", "select", "textarea") and "disabled" not in given:
            self._control(tag, given, given.get("form") or self._open)
        elif tag == "option" and self._select:
            self._options.append((given.get("value", ""), "selected" in given))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = ""
        elif tag == "select" and self._select:
            where, name = self._select
            chosen = [value for value, picked in self._options if picked] or [
                value for value, _ in self._options[:1]
            ]
            self._form(where).fields += [(name, value) for value in chosen]
            self._select, self._options = None, []
        elif tag == "textarea" and self._area:
            where, name, text = self._area
            self._form(where).fields.append((name, "".join(text).removeprefix("\n")))
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area:
            self._area[2].append(data)

    def _control(self, tag: str, given: dict[str, str], where: str) -> None:
        name = given.get("name", "")
        if not where or not name:
            return
        form, kind = self._form(where), given.get("type", "submit" if tag == "button" else "text")
        form.names.add(name)
        if kind in ("checkbox", "radio"):
            form.ticks.append((name, given.get("value", "on")))
        if tag == "select":
            self._select = (where, name)
        elif tag == "textarea":
            self._area = (where, name, [])
        elif kind == "submit":
            form.buttons.append((name, given.get("value", "")))
        elif kind in _TYPED or (kind in ("checkbox", "radio") and "checked" in given):
            form.fields.append((name, given.get("value", "on" if kind in ("checkbox", "radio") else "")))

    def _form(self, name: str) -> Form:
        return self.forms.setdefault(name, Form(""))
