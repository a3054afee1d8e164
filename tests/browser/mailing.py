"""States of a player's address and of his choice of letters, each held while its page is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.browser.world import World
from tournaments import models
from tournaments.services import addresses, stopping

NEW = "bob@another.example"


@contextmanager
def asked(world: World) -> Iterator[None]:
    """Bob has asked for another address."""
    bob = world.person("bob")
    addresses.ask(bob, NEW)
    yield
    models.AddressChange.objects.filter(user=bob).delete()
    models.User.objects.filter(pk=bob.pk).update(email=bob.email)
    models.Notice.objects.filter(kind__startswith="address").delete()


@contextmanager
def changed(world: World) -> Iterator[None]:
    """And has confirmed it."""
    with asked(world):
        addresses.confirm(models.AddressChange.objects.latest("pk").pk)
        yield


@contextmanager
def digest_alone(world: World) -> Iterator[None]:
    """Bob gets a digest, and no letters at his turns."""
    bob = models.User.objects.filter(pk=world.person("bob").pk)
    bob.update(notices="digest", turn_letters=False)
    yield
    bob.update(notices="deals", turn_letters=True)


def word(world: World) -> Sequence[object]:
    return (addresses.word(models.AddressChange.objects.latest("pk")),)


def undo_word(world: World) -> Sequence[object]:
    return (addresses.undo_word(models.AddressChange.objects.latest("pk")),)


def stop_word(world: World) -> Sequence[object]:
    return (stopping.word(world.person("bob").pk),)
