from django.contrib.auth import views as auth
from django.urls import path

from aiteam.accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.profile, name="profile"),
    path("sign-in/", auth.LoginView.as_view(template_name="accounts/login.html", redirect_authenticated_user=True), name="login"),
    path("sign-out/", auth.LogoutView.as_view(), name="logout"),
    path("password/", views.password, name="password"),
    path("language/", views.language, name="language"),
    path("theme/", views.theme, name="theme"),
    path("users/", views.users, name="users"),
    path("users/new/", views.user_create, name="user_create"),
    path("users/<int:pk>/", views.user_edit, name="user_edit"),
    path("users/<int:pk>/password/", views.user_password, name="user_password"),
]
