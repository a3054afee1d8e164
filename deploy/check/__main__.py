"""`python -m deploy.check`: plays a whole tournament and says whether all came out as it must.

With ``--league`` a season of sixteen players besides, five rounds of Saint Poker.

Exit status 0, or 1 with one sentence of what was expected and what came; then the logs stay for a look.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from types import FrameType

from deploy.check.world import Failed, World
from deploy.local.embedded import services
from deploy.local.keeper import Keeper


def _stop(signum: int, _frame: FrameType | None) -> None:
    sys.exit(128 + signum)


def main() -> None:
    signal.signal(signal.SIGTERM, _stop)
    folder = Path(tempfile.mkdtemp(prefix="demo-check-"))
    try:
        with Keeper() as keeper, services(folder, apart=True) as urls:
            world = World(folder, keeper, urls)
            os.environ.update(world.env)
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
            _run(world)
    except Exception as error:
        if not isinstance(error, Failed):
            traceback.print_exc()
        print(f"demo-check: FAILED. {error}\nThe logs are in {folder}", file=sys.stderr, flush=True)
        sys.exit(1)
    shutil.rmtree(folder, ignore_errors=True)
    print("demo-check: good")


def _run(world: World) -> None:
    world.prepare()
    import django

    django.setup()
    # Only now: it reads the settings, which the world has just written into the environment.
    from deploy.check import story

    try:
        story.tell(world, season="--league" in sys.argv[1:])
        world.end()
        if troubles := world.troubles():
            raise Failed("expected: no unforeseen exception in any log; came\n  " + "\n  ".join(troubles))
    finally:
        story.let_go()


if __name__ == "__main__":
    main()
