# make run [PORT=8000]   everything in the foreground: the service, its demo, the players that are bots; Ctrl-C ends it
# make test [SLOW=1]     the tests; SLOW=1 adds the long exhaustive ones, ARGS='-k word' is handed to pytest
# make demo-check        a whole tournament and a league's season by real processes, from registration to the end
# make lint              ruff, mypy, the import contracts, Django's checks
# make screenshots       every page in three sizes and languages into var/screenshots; ONLY="table lobby" for some,
#                        PICTURES=1 for those of the README alone
# make bench             the measurements, side by side in one run
# make bench-mail        letters a second through the mail door, and read and played
# make fuzz-mail         ten thousand damaged letters through the service; LETTERS=500 for some, SEED=word for others
# make format            ruff writes what `make lint` wants
# make lock [UPGRADE=1]  requirements.lock anew from pyproject.toml; UPGRADE=1 takes newer releases

.DEFAULT_GOAL := help
.PHONY: help run test demo-check lint format lock ready bench bench-mail fuzz-mail screenshots
SHELL := /bin/sh
PORT ?= 8000
PY := .venv/bin/python
BOOTSTRAP := python=$$(sh deploy/local/python.sh) && "$$python" -I deploy/local/bootstrap.py
MARKS := $(if $(filter 1,$(SLOW)),,-m "not slow")

help:
	@sed -n '/^#/!q;s/^# //p' Makefile

ready:
	@$(BOOTSTRAP)

run: ready
	@exec $(PY) -m deploy.local.run --port $(PORT)

test:
	@$(BOOTSTRAP) --browser
	@$(PY) -m deploy.local.imap
	$(PY) -m pytest -n 2 --dist loadfile --no-loadscope-reorder $(MARKS) $(ARGS)

demo-check: ready
	@exec $(PY) -m deploy.check --league

screenshots:
	@$(BOOTSTRAP) --browser
	@ONLY="$(ONLY)" PICTURES="$(PICTURES)" $(PY) -m pytest tests/browser/screenshots.py -n 2 --dist load -q \
	    $(if $(PICTURES),-k readme)
	@echo "$(if $(PICTURES),docs/pictures holds them,var/screenshots/index.html shows them all)."

lint: ready
	@$(PY) -m deploy.local.lint

bench: ready
	$(PY) -m bench

bench-mail: ready
	$(PY) -m bench.mail

fuzz-mail: ready
	LETTERS="$(or $(LETTERS),10000)" SEED="$(SEED)" $(PY) -m pytest -q -s -n 0 -k ten_thousand \
	    tests/tournaments/mail/test_mail_fuzz.py

format: ready
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

# No index line and no address goes in: the lock must be right against whatever registry installs it.
lock: ready
	.venv/bin/uv pip compile pyproject.toml --extra local --extra dev --python $(PY) --universal \
	    --python-version 3.12 --no-python-downloads --generate-hashes --no-emit-index-url --no-header \
	    --no-annotate --quiet $(if $(filter 1,$(UPGRADE)),--upgrade) --output-file requirements.lock
