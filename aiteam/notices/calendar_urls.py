"""Calendars for programs that know nothing but an address."""

from django.urls import path

from aiteam.notices import views

app_name = "calendar"

urlpatterns = [path("<str:token>.ics", views.feed, name="feed")]
