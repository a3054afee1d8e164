from django.db import migrations, models


def fill(apps, schema_editor):
    """What the rulings before have not kept: the account's name, where there was one."""
    Seat, User = apps.get_model("tournaments", "Seat"), apps.get_model("tournaments", "User")
    events = apps.get_model("tournaments", "Event").objects.filter(kind="ruling", input__ruling="substitute")
    for event in events.order_by("table_id", "number"):
        before = str(event.input.get("before") or "").removeprefix("u")
        name = User.objects.filter(pk=int(before)).values_list("name", flat=True).first() if before else None
        seat = Seat.objects.get(table_id=event.table_id, letter=event.seat)
        at = event.created_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        seat.earlier = [*seat.earlier, [event.number, name or event.seat, at]]
        seat.save(update_fields=["earlier"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_leagues'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='earlier',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
