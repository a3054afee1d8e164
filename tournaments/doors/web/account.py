"""Who signs in and how: by a code sent by mail; a name that others see."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.forms import RequestLoginCodeForm
from allauth.account.forms import SignupForm as BaseSignupForm
from allauth.account.internal.flows.email_verification_by_code import EMAIL_VERIFICATION_CODE_SESSION_KEY
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from tournaments.models import User
from tournaments.services import addresses, bounces, typed


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Display names instead of user names; the language and time zone of the first visit."""

    def new_user(self, request: HttpRequest) -> User:
        return User(
            language=translation.get_language() or settings.LANGUAGE_CODE, timezone=settings.TIME_ZONE_DEFAULT
        )

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        user.name = form.cleaned_data["name"]
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def pre_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse | None:
        """A code that came by mail has proved the address, also of people made on the command line:
        they are not asked for a second one. Letters to it arrive, whatever came back before."""
        records = get_authentication_records(request, user)
        if any(one["method"] == "code" and one.get("email") == user.email for one in records):
            EmailAddress.objects.get_or_create(
                user=user, email=user.email, defaults={"verified": True, "primary": True}
            )
            bounces.arrives(user)
        response: HttpResponse | None = super().pre_login(request, user, **more)
        return response

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """There are no user names."""

    def format_email_subject(self, subject: str) -> str:
        return gettext("%(name)s: %(what)s") % {"name": settings.SITE_NAME, "what": subject}

    def send_account_already_exists_mail(self, email: str) -> None:
        """Who signs up twice is told how to sign in; there is no password to be sent anew."""
        kept = not User.objects.filter(email__iexact=email).exists()
        context = {"login_url": settings.SITE_URL + reverse("account_login"), "kept": kept}
        self.send_mail("account/email/account_already_exists", email, context)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the language that the account has chosen; a visitor's where there is no account."""
        user = User.objects.filter(email__iexact=email).first()
        with translation.override(user.language if user is not None else translation.get_language()):
            super().send_mail(template_prefix, email, {"site_name": settings.SITE_NAME, **context})


class SignupForm(BaseSignupForm):  # type: ignore[misc]
    """An address for letters and a name for the tables."""

    name = forms.CharField(
        label=_("Name"),
        max_length=40,
        help_text=_("As the others at the table will see it."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ("name", "email")

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        _without_echo(self)

    def validate_unique_email(self, value: str) -> str:
        """An address that is kept for somebody looks like one that has an account: its owner is told."""
        address = str(super().validate_unique_email(value))
        if not addresses.is_free(address):
            self.account_already_exists = True
        return address

    def clean_name(self) -> str:
        name = typed.line(self.cleaned_data["name"], 40)
        if not name:
            raise forms.ValidationError(self.fields["name"].error_messages["required"])
        return name


class SignInForm(RequestLoginCodeForm):  # type: ignore[misc]
    """The address that a code goes to."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        _without_echo(self)


def _without_echo(form: forms.Form) -> None:
    """An empty field does not say its label a second time."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


@require_POST
def again(request: HttpRequest) -> HttpResponse:
    """Another address than the one that a code went to: while a code is awaited, every page of
    signing in leads back to it, also from an address with a slip in it."""
    signs_up = request.session.pop(EMAIL_VERIFICATION_CODE_SESSION_KEY, None) is not None
    clear_login(request)
    onward = get_next_redirect_url(request)
    page = "account_signup" if signs_up else "account_login"
    return redirect(reverse(page, query={"next": onward} if onward else None))
