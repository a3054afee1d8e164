"""The Message-ID of a letter of ours holds its turn's word: from now on its hash alone is kept."""

from __future__ import annotations

import hashlib

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def hash_names(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    notices = apps.get_model("tournaments", "Notice").objects
    for number, name in notices.filter(message_id__contains="@").values_list("pk", "message_id").iterator():
        hashed = hashlib.sha256(name.strip().lower().encode()).hexdigest()
        notices.filter(pk=number).update(message_id=hashed)


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0009_digests_and_addresses"),)

    operations = (migrations.RunPython(hash_names, migrations.RunPython.noop, elidable=True),)
