"""Signing in is Django's; here are one's own account, language and theme, and the accounts an administrator keeps."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from aiteam.accounts.context import THEMES
from aiteam.accounts.forms import AccountForm, NewAccountForm, PreferencesForm
from aiteam.accounts.models import User
from aiteam.accounts.policy import requires
from aiteam.lib.saving import saved

ONE_YEAR = 365 * 24 * 3600


def profile(request: HttpRequest) -> HttpResponse:
    form = PreferencesForm(request.POST or None, instance=_me(request))
    if request.method == "POST" and saved(form):
        messages.success(request, _("Your account is changed."))
        return redirect("accounts:profile")
    return render(request, "accounts/profile.html", {"form": form})


@sensitive_post_parameters()
def password(request: HttpRequest) -> HttpResponse:
    form = PasswordChangeForm(_me(request), request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, form.user)
        messages.success(request, _("Your password is changed; other sessions of yours are signed out."))
        return redirect("accounts:profile")
    page = {"form": form, "title": _("Change password"), "submit": _("Change password"), "cancel": reverse("accounts:profile")}
    return render(request, "home/form.html", page)


@login_not_required
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """The language from now on: with the account when signed in, in any case with the browser."""
    chosen = request.POST.get("language", "")
    response = redirect(_back(request))
    if chosen not in dict(settings.LANGUAGES):
        return response
    if request.user.is_authenticated:
        request.user.language = chosen
        request.user.save(update_fields=["language"])
    response.set_cookie(settings.LANGUAGE_COOKIE_NAME, chosen, max_age=ONE_YEAR, secure=request.is_secure(), httponly=True, samesite="Lax")
    return response


@login_not_required
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("theme", "")
    response = redirect(_back(request))
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=ONE_YEAR, secure=request.is_secure(), samesite="Lax")
    return response


@requires("users.manage")
def users(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/users.html", {"accounts": User.objects.all()})


@requires("users.manage")
@sensitive_post_parameters()
def user_create(request: HttpRequest) -> HttpResponse:
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and saved(form):
        messages.success(request, _("The account %(name)s is made.") % {"name": form.instance.username})
        return redirect("accounts:users")
    page = {"form": form, "title": _("New account"), "submit": _("Make account"), "cancel": reverse("accounts:users")}
    return render(request, "home/form.html", page)


@requires("users.manage")
def user_edit(request: HttpRequest, pk: int) -> HttpResponse:
    account = get_object_or_404(User, pk=pk)
    form = AccountForm(request.POST or None, instance=account, actor=_me(request))
    if request.method == "POST" and saved(form):
        messages.success(request, _("The account %(name)s is changed.") % {"name": account.username})
        return redirect("accounts:users")
    page = {
        "form": form,
        "account": account,
        "title": _("Change account %(name)s") % {"name": account.username},
        "submit": _("Save"),
        "cancel": reverse("accounts:users"),
    }
    return render(request, "accounts/user.html", page)


@requires("users.manage")
@sensitive_post_parameters()
def user_password(request: HttpRequest, pk: int) -> HttpResponse:
    account = get_object_or_404(User, pk=pk)
    form = SetPasswordForm(account, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("The password of %(name)s is changed.") % {"name": account.username})
        return redirect("accounts:users")
    page = {
        "form": form,
        "title": _("New password for %(name)s") % {"name": account.username},
        "submit": _("Change password"),
        "cancel": reverse("accounts:user_edit", args=[pk]),
    }
    return render(request, "home/form.html", page)


def _me(request: HttpRequest) -> User:
    """The signed-in account as itself: the request holds a lazy stand-in, which forms and hashes must not keep."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return User.objects.get(pk=request.user.pk)


def _back(request: HttpRequest) -> str:
    """Where the visitor was, if that is a page of ours."""
    wanted = request.POST.get("next", "")
    if wanted.startswith("/") and url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return wanted
    return "/"
