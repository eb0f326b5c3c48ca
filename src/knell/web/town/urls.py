"""The addresses of the town square."""

from __future__ import annotations

from django.urls import path

from knell.web.town import views

urlpatterns = [
    path("game/<slug:game_id>/town/", views.town_link, name="town_link"),
    path("town/<slug:slug>/", views.town, name="town"),
]
