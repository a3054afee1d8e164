"""One settings file, read from the environment, loud when a value is wrong.

Every variable is described in deploy/env.example; a test compares the two.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from cryptography.fernet import Fernet
from environs import Env
from marshmallow import ValidationError

BASE_DIR = Path(__file__).resolve().parent.parent


def _are_keys(values: list[str]) -> None:
    if not any(values):
        raise ValidationError("at least one Fernet key")
    for value in values:
        try:
            Fernet(value.encode())
        except ValueError as error:
            raise ValidationError(str(error)) from error


def _not_short(value: str) -> None:
    if len(value) < 50:
        raise ValidationError("at least 50 characters")


def _is_url(value: str) -> None:
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValidationError("an address such as https://poker.example")


def _is_database(value: str) -> None:
    if urlsplit(value).scheme not in ("postgres", "postgresql"):
        raise ValidationError("postgresql://user:password@host:port/name")


def _is_redis(value: str) -> None:
    if urlsplit(value).scheme not in ("redis", "rediss", "unix"):
        raise ValidationError("redis://host:port/number")


def _is_mailer(value: str) -> None:
    if urlsplit(value).scheme not in ("smtp", "smtps", "smtp+tls"):
        raise ValidationError("smtp://host:port, smtps:// or smtp+tls://user:password@host:port")


def _is_mailbox(value: str) -> None:
    parts = urlsplit(value)
    if value and (parts.scheme not in ("imaps", "imap+tls", "imap") or not parts.username):
        raise ValidationError("imaps://user:password@host:port/folder, or imap+tls://")
    if parts.scheme == "imap" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        raise ValidationError("imap:// without TLS is for this machine alone")


env = Env(eager=False)

DEBUG = env.bool("DEBUG", False)
DEMO = env.bool("DEMO", False)
SECRET_KEY = env.str("SECRET_KEY", validate=_not_short)
SEAL_KEYS: list[str] = env.list("SEAL_KEYS", validate=_are_keys)
SITE_URL = env.str("SITE_URL", "http://127.0.0.1:8000", validate=_is_url)
SITE_NAME = env.str("SITE_NAME", "Referee")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["127.0.0.1", "localhost"])
BEHIND_TLS_PROXY = env.bool("BEHIND_TLS_PROXY", False)
_database_url = env.str("DATABASE_URL", validate=_is_database)
_pool_size = env.int("DATABASE_POOL", 4)
DATABASE_SERVICE_ROLE = env.str("DATABASE_SERVICE_ROLE", "")
REDIS_URL = env.str("REDIS_URL", validate=_is_redis)
_mailer_url = env.str("MAILER_URL", "smtp://127.0.0.1:25", validate=_is_mailer)
MAIL_DOMAIN = env.str("MAIL_DOMAIN", "localhost.localdomain")
MAIL_LOCALPART = env.str("MAIL_LOCALPART", "play")
MAIL_PLUS = env.bool("MAIL_PLUS", True)
MAIL_AUTHSERV_ID = env.str("MAIL_AUTHSERV_ID", "")
IMAP_URL = env.str("IMAP_URL", "", validate=_is_mailbox)
IMAP_DONE_FOLDER = env.str("IMAP_DONE_FOLDER", "")
IMAP_SECONDS = env.float("IMAP_SECONDS", 30.0)
MAILGUN_SIGNING_KEY = env.str("MAILGUN_SIGNING_KEY", "")
SMTP_DOOR_HOST = env.str("SMTP_DOOR_HOST", "127.0.0.1")
SMTP_DOOR_PORT = env.int("SMTP_DOOR_PORT", 8025)
MAIL_CATCHER_PORT = env.int("MAIL_CATCHER_PORT", 8026)
SWEEP_SECONDS = env.float("SWEEP_SECONDS", 10.0)
BOT_SECONDS = env.float("BOT_SECONDS", 8.0)
TIME_ZONE_DEFAULT = env.str("TIME_ZONE_DEFAULT", "Europe/Paris")
STATIC_ROOT = env.path("STATIC_ROOT", BASE_DIR / "var" / "static")
LOG_LEVEL = env.str("LOG_LEVEL", "INFO")

env.seal()
SITE_URL = SITE_URL.rstrip("/")

# --- Django

INSTALLED_APPS = [
    "tournaments.apps.TournamentsConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "django_htmx",
]

MIDDLEWARE = [
    "tournaments.doors.web.middleware.arrival",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "tournaments.doors.web.middleware.away",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournaments.doors.web.middleware.language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.doors.web.middleware.reader",
]

ROOT_URLCONF = "tournaments.urls"
WSGI_APPLICATION = "tournaments.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "tournaments.User"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.doors.web.context.site",
            ],
        },
    }
]

DATABASES: dict[str, Any] = {
    "default": {
        **dj_database_url.parse(_database_url),
        "OPTIONS": {"pool": {"min_size": 1, "max_size": _pool_size, "timeout": 10}} if _pool_size else {},
        "CONN_HEALTH_CHECKS": True,
    }
}

CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60

# --- languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("it", "Italiano")]
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- files

STATIC_URL = "/static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# --- mail out: one SMTP server

_mailer = urlsplit(_mailer_url)
MAILERS = {
    "default": {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": _mailer.hostname or "127.0.0.1",
            "port": _mailer.port or 25,
            "username": _mailer.username or "",
            "password": _mailer.password or "",
            "use_ssl": _mailer.scheme == "smtps",
            "use_tls": _mailer.scheme == "smtp+tls",
            "timeout": 20,
        },
    }
}
DEFAULT_FROM_EMAIL = f"{SITE_NAME} <{MAIL_LOCALPART}@{MAIL_DOMAIN}>"
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- sign-in: a code by mail, no password

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_FORMS = {
    "signup": "tournaments.doors.web.account.SignupForm",
    "request_login_code": "tournaments.doors.web.account.SignInForm",
}
ACCOUNT_ADAPTER = "tournaments.doors.web.account.Adapter"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "my-turns"
LOGOUT_REDIRECT_URL = "lobby"

# --- safety

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_CSP = {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
}
_tls = SITE_URL.startswith("https://")
SESSION_COOKIE_SECURE = _tls
CSRF_COOKIE_SECURE = _tls
SECURE_SSL_REDIRECT = _tls
SECURE_HSTS_SECONDS = 31536000 if _tls else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _tls
SECURE_HSTS_PRELOAD = _tls
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS_PROXY else None
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# --- Celery: wake-ups only

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2, "socket_timeout": 5, "max_retries": 1}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# In memory: intervals need no record of when they were last due, and a file of it breaks when beat is ended.
CELERY_BEAT_SCHEDULER = "celery.beat.Scheduler"
CELERY_BEAT_SCHEDULE = {
    name: {"task": f"tournaments.{name}", "schedule": SWEEP_SECONDS, "options": {"expires": SWEEP_SECONDS}}
    for name in ("read_letters", "sweep", "send")
}
# Which night it is says the database, so that an interval is enough (``services.verifying``).
CELERY_BEAT_SCHEDULE["verify"] = {
    "task": "tournaments.verify",
    "schedule": 60.0,
    "options": {"expires": 60.0},
}
if IMAP_URL:
    CELERY_BEAT_SCHEDULE["fetch_mail"] = {
        "task": "tournaments.fetch_mail",
        "schedule": IMAP_SECONDS,
        "options": {"expires": IMAP_SECONDS},
    }

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "tournaments.doors.web.discreet.Line",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        }
    },
    "filters": {"discreet": {"()": "tournaments.doors.web.discreet.Discreet"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["discreet"]},
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}

DEFAULT_EXCEPTION_REPORTER = "tournaments.doors.web.discreet.Report"
DEFAULT_EXCEPTION_REPORTER_FILTER = "tournaments.doors.web.discreet.Closed"

SILENCED_SYSTEM_CHECKS: list[str] = []
