from django.urls import path

from aiteam.staff import proposal_views as views

urlpatterns = [
    path("", views.list_, name="proposals"),
    path("certificate/", views.certificate, name="propose_certificate"),
    path("skill/", views.skill, name="propose_skill"),
    path("correction/", views.correction, name="propose_correction"),
    path("<int:pk>/", views.decide, name="proposal"),
    path("<int:pk>/file/", views.file, name="proposal_file"),
]
