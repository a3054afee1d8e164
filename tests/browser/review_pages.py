"""The pages of the audit review, for the register."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from tests.browser.view import View, is_, slug
from tests.browser.world import World
from tournaments.models import Contest, LedgerEntry, Verification
from tournaments.services import clock

type Place = Callable[[World], Sequence[object]]

_OLGA, _STAN, _TRUDY = (is_(name) for name in ("olga", "stan", "trudy"))


def _tower(world: World) -> Contest:
    return world.timed_out.table.contest


def _entry(kind: str, words: str = "", of: Callable[[World], Contest] = _tower) -> Place:
    """The newest entry of a kind whose body has these words."""

    def args(world: World) -> Sequence[object]:
        contest = of(world)
        found = LedgerEntry.objects.filter(contest=contest, kind=kind, body__contains=words)
        return (contest.slug, found.order_by("-seq").values_list("seq", flat=True)[0])

    return args


@contextmanager
def _checked(world: World, fault: str = "", *, asked: bool = False) -> Iterator[None]:
    """The last check of the tower's ledger came to this; or somebody has just asked for one."""
    now, contest = clock.now(), _tower(world)
    since = now if fault else None
    row = Verification.objects.create(contest=contest, at=now, entries=31, fault=fault, since=since)
    if asked:
        Verification.objects.filter(pk=row.pk).update(asked_at=now)
    yield
    row.delete()


def _good(world: World) -> AbstractContextManager[None]:
    return _checked(world)


def _asked(world: World) -> AbstractContextManager[None]:
    return _checked(world, asked=True)


def _bad(world: World) -> AbstractContextManager[None]:
    return _checked(world, "row 17: body_hash is not the hash of the body")


REVIEW = (
    View("audit", "audit", who=_STAN),
    View("audit-organiser", "audit", who=_OLGA),
    View("audit-fault", "audit", who=_STAN, during=_bad),
    View("ledger", "ledger", lambda world: (_tower(world).slug,), _STAN, during=_good),
    View("ledger-asked", "ledger", lambda world: (_tower(world).slug,), _OLGA, during=_asked),
    View("ledger-fault", "ledger", lambda world: (_tower(world).slug,), _OLGA, during=_bad),
    View("manage-fault", "manage", lambda world: (_tower(world).slug,), _OLGA, during=_bad),
    View("ledger-oldest", "ledger", slug("side_pots"), _OLGA, query={"order": "old"}),
    View(
        "ledger-found",
        "ledger",
        lambda world: (_tower(world).slug,),
        _OLGA,
        query={"q": "A strike of the post."},
    ),
    View("ledger-none", "ledger", slug("running"), _OLGA, query={"q": "zebra", "door": "mail"}),
    View("ledger-refused", "ledger", slug("running"), _OLGA, query={"since": "x"}, status=422),
    View("ledger-croupier", "ledger", slug("running"), _TRUDY),
    View("entry-ruling", "ledger-entry", _entry("table", "A strike of the post."), _STAN),
    View("entry-time-out", "ledger-entry", _entry("table", '"kind":"timeout"'), _OLGA),
    View("entry-seating", "ledger-entry", _entry("seating"), _OLGA),
)
