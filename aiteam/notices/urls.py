from django.urls import include, path

from aiteam.notices import views

app_name = "notices"

calendars = [
    path("", views.calendar_list, name="calendars"),
    path("<int:pk>/revoke/", views.calendar_revoke, name="calendar_revoke"),
]

urlpatterns = [
    path("", views.list_, name="list"),
    path("<int:pk>/snooze/", views.snooze, name="snooze"),
    path("preferences/", views.preferences, name="preferences"),
    path("ladders/", views.ladder_list, name="ladders"),
    path("ladders/<str:code>/", views.ladder, name="ladder"),
    path("outbox/", views.outbox, name="outbox"),
    path("outbox/<int:pk>/", views.mail, name="mail"),
    path("calendars/", include(calendars)),
]
