"""Tables for friends; letters that came in lie encrypted, and what was understood of them."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

from tournaments.models import sealed


def encrypt(apps: Any, schema_editor: Any) -> None:
    """Those that are there: before the fields change, a model still reads and writes what is stored."""
    letters = apps.get_model("tournaments", "Letter").objects
    for letter in letters.all().iterator(chunk_size=200):
        letters.filter(pk=letter.pk).update(
            raw=sealed.seal(bytes(letter.raw)), outcome=sealed.closed(letter.outcome)
        )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_mail_in_the_ledger")]

    operations = [
        migrations.AddField(
            model_name="contest",
            name="friends",
            field=models.BooleanField(
                default=False,
                help_text="A single table, passed on by its link; it begins when it is full.",
            ),
        ),
        migrations.RunPython(encrypt, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="letter",
            name="raw",
            field=sealed.SealedBytes(help_text="Encrypted: its words may name cards that lie face down."),
        ),
        migrations.AlterField(
            model_name="letter",
            name="outcome",
            field=sealed.OutcomeField(default=dict, help_text="Each check and what came of it."),
        ),
    ]
