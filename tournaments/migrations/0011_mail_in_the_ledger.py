"""Letters and notices go into the ledger once; those of before are left as they were: in none."""

from django.db import migrations, models

BEFORE = """
UPDATE tournaments_letter SET noted_at = now() WHERE state <> 'unread';
UPDATE tournaments_notice SET noted_at = now() WHERE sent_at IS NOT NULL OR dropped_at IS NOT NULL;
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tournaments", "0010_names_of_letters_hashed")]

    operations = [
        migrations.AddField("letter", "noted_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("notice", "noted_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunSQL(BEFORE, migrations.RunSQL.noop),
        migrations.AddIndex(
            "letter",
            models.Index(
                condition=models.Q(("contest__isnull", False), ("noted_at__isnull", True)),
                fields=["contest"],
                name="letter_to_note",
            ),
        ),
        migrations.AddIndex(
            "notice",
            models.Index(
                condition=models.Q(("contest__isnull", False), ("noted_at__isnull", True)),
                fields=["contest"],
                name="notice_to_note",
            ),
        ),
    ]
