"""What is stored of a letter that came in, and may hold a word of ours or a player's, lies encrypted."""

from __future__ import annotations

import hmac
from base64 import b32encode
from typing import Any

from django.conf import settings
from django.contrib.postgres.indexes import HashIndex
from django.db import migrations, models

from tournaments.models import sealed

COLUMNS = ("pk", "envelope_to", "message_id", "subject", "body_hash", "sender", "envelope_from")


def encrypt(apps: Any, schema_editor: Any) -> None:
    """Those that are there: before the fields change, a model still reads and writes what is stored."""
    letters = apps.get_model("tournaments", "Letter").objects
    for pk, to, name, subject, body, sender, envelope_from in letters.values_list(*COLUMNS).iterator():
        letters.filter(pk=pk).update(
            envelope_to=to and sealed.SealedName.close(to),
            message_id=name and sealed.SealedName.close(name),
            subject=subject and sealed.SealedText.close(subject),
            body_hash=with_key(body),
            sender=without_word(sender),
            envelope_from=without_word(envelope_from),
        )


def with_key(body_hash: str) -> str:
    mac = hmac.digest(settings.SECRET_KEY.encode(), f"body|{body_hash}".encode(), "sha256")
    return b32encode(mac).decode().lower()[:52]


def without_word(sender: str) -> str:
    local, _, domain = sender.strip("<> ").rpartition("@")
    base, plus, _ = local.partition("+")
    ours = f"{settings.MAIL_LOCALPART}@{settings.MAIL_DOMAIN}".lower()
    return ours if plus and f"{base}@{domain}" == ours else sender


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_verification")]

    operations = [
        migrations.RemoveIndex("letter", "letter_again"),
        *(
            migrations.AlterField("letter", name, models.TextField())
            for name in ("envelope_to", "message_id", "subject")
        ),
        migrations.RunPython(encrypt, migrations.RunPython.noop),
        migrations.AlterField("letter", "envelope_to", sealed.SealedName()),
        migrations.AlterField("letter", "message_id", sealed.SealedName(blank=True)),
        migrations.AlterField("letter", "subject", sealed.SealedText(blank=True)),
        migrations.AddIndex("letter", HashIndex(fields=["message_id"], name="letter_again")),
    ]
