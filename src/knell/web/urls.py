"""Which address belongs to which view."""

from __future__ import annotations

from django.urls import path

from knell.web.views import enter, game, home, settings, town

G = "game/<slug:game_id>/"

urlpatterns = [
    path("", home.home, name="home"),
    path("enter/<str:code>", enter.enter, name="enter"),
    path("settings/", settings.settings, name="settings"),
    path(f"{G}setup/", game.game, name="setup"),
    path(G, game.game, name="game"),
    path(f"{G}answer", game.answer, name="answer"),
    path(f"{G}default", game.default, name="default"),
    path(f"{G}skip", game.skip, name="skip"),
    path(f"{G}votes", game.votes, name="votes"),
    path(f"{G}act", game.act, name="act"),
    path(f"{G}override", game.override, name="override"),
    path(f"{G}undo", game.undo, name="undo"),
    path(f"{G}redo", game.redo, name="redo"),
    path(f"{G}goto", game.goto, name="goto"),
    path(f"{G}automation", game.automation, name="automation"),
    path(f"{G}note", game.note, name="note"),
    path(f"{G}confirm", game.confirm, name="confirm"),
    path(f"{G}reveal", game.reveal, name="reveal"),
    path("town/<slug:slug>/", town.town, name="town"),
]

handler400 = "knell.web.views.errors.bad_request"
handler404 = "knell.web.views.errors.not_found"
handler500 = "knell.web.views.errors.failed"
