"""Signing in, such that a form which was being filled in meanwhile is not lost."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, views
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.csrf import requires_csrf_token

from aiteam.accounts.kept import Kept
from aiteam.accounts.typed import typed_rows


@method_decorator(login_not_required, name="dispatch")
class SignInView(views.LoginView):
    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Whoever is signed in already, in another tab, needs no password to get back what was kept."""
        kept = self._kept()
        if kept and request.user.is_authenticated:
            return unsaved_page(request, kept)
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        login(self.request, form.get_user())
        use_own_language(self.request)
        kept = self._kept()
        if kept:
            return unsaved_page(self.request, kept)
        if self.request.POST.get("kept"):
            messages.warning(self.request, _("What you had typed was kept too long ago to be sent now."))
        return HttpResponseRedirect(self.get_success_url())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kept = self._kept()
        return super().get_context_data(**kwargs) | (_told(kept, self.request.POST["kept"]) if kept else {})

    def _kept(self) -> Kept | None:
        return Kept.opened(self.request.POST.get("kept", ""), self.request)


def sign_in_page(request: HttpRequest, kept: Kept) -> HttpResponse:
    """The sign-in page in answer to a form: htmx, too, puts it in place of the whole page."""
    context = {"form": AuthenticationForm(request), "next": kept.back} | _told(kept, kept.sealed())
    response = render(request, "accounts/login.html", context)
    patch_cache_control(response, private=True, no_store=True)
    if request.headers.get("HX-Request") == "true":
        response["HX-Retarget"], response["HX-Reswap"], response["HX-Push-Url"] = "body", "innerHTML show:window:top", "false"
    return response


def unsaved_page(request: HttpRequest, kept: Kept, status: int = 200) -> HttpResponse:
    """What was typed, with a button that sends it once more."""
    return render(
        request, "accounts/unsaved.html", {"kept": kept, "rows": typed_rows(kept.fields, kept.address, request.user)}, status=status
    )


@requires_csrf_token
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """For a form that was opened before its reader signed in anew. One from another site gets no way on: a click there would be a forgery."""
    kept = (Kept.opened(request.POST.get("kept", ""), request) or Kept.of(request)) if _comes_from_here(request) else None
    if kept is None:
        return render(request, "403_csrf.html", status=403)
    return unsaved_page(request, kept, status=403) if request.user.is_authenticated else sign_in_page(request, kept)


def use_own_language(request: HttpRequest) -> None:
    """The language an account has chosen wins over the browser's."""
    if request.user.is_authenticated and request.user.language:
        translation.activate(request.user.language)
        request.LANGUAGE_CODE = translation.get_language()


def _told(kept: Kept, sealed: str) -> dict[str, Any]:
    return {"kept": sealed, "session_ended": True, "files": kept.files}


def _comes_from_here(request: HttpRequest) -> bool:
    """As the browser itself tells: a page cannot make up either header. A form that its reader loads again may have no initiator."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    is_ours = origin in {f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS}
    return site == "same-origin" if origin is None else is_ours and site in {None, "same-origin", "none"}
