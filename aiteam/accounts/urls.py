from django.contrib.auth import views as auth
from django.urls import path

from aiteam.accounts import views
from aiteam.accounts.sign_in import SignInView

app_name = "accounts"

urlpatterns = [
    path("", views.profile, name="profile"),
    path("sign-in/", SignInView.as_view(), name="login"),
    path("sign-out/", auth.LogoutView.as_view(), name="logout"),
    path("password/", views.password, name="password"),
    path("language/", views.language, name="language"),
    path("theme/", views.theme, name="theme"),
    path("users/", views.users, name="users"),
    path("users/new/", views.user_create, name="user_create"),
    path("users/<int:pk>/", views.user_edit, name="user_edit"),
    path("users/<int:pk>/password/", views.user_password, name="user_password"),
]
