"""What the last check of a ledger came to: nightly, or when somebody asked for it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0014_absences'),
    ]

    operations = [
        migrations.CreateModel(
            name='Verification',
            fields=[
                ('contest', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='verification', serialize=False, to='tournaments.contest')),
                ('at', models.DateTimeField(blank=True, help_text='When it was checked last.', null=True)),
                ('asked_at', models.DateTimeField(blank=True, help_text='When somebody asked for a check.', null=True)),
                ('entries', models.PositiveBigIntegerField(default=0)),
                ('fault', models.TextField(blank=True, help_text='The first one that the check named; empty: all holds.')),
                ('since', models.DateTimeField(blank=True, help_text='Since when it does not hold.', null=True)),
                ('checkpoint', models.TextField(blank=True, help_text='Three lines: where it held last. The next check has to go on from there.')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('fault', ''), ('since__isnull', True)), models.Q(models.Q(('fault', ''), _negated=True), ('since__isnull', False)), _connector='OR'), name='a_fault_since_a_moment')],
            },
        ),
    ]
