"""Which address belongs to which view."""

from __future__ import annotations

from django.urls import path

from knell.web.games import urls as games
from knell.web.town import urls as town
from knell.web.views import enter, game, home, prepare, settings, setup

G = "game/<slug:game_id>/"

urlpatterns = [
    path("", home.home, name="home"),
    path("enter/<str:code>", enter.enter, name="enter"),
    path("hand-over/", enter.hand_over, name="hand_over"),
    path("settings/", settings.settings, name="settings"),
    path("settings/automation", settings.automation, name="default_automation"),
    path("scripts/<slug:script_id>/new", prepare.new, name="new"),
    path("prepare/<slug:draft_id>/players/", prepare.players, name="players"),
    path("prepare/<slug:draft_id>/bag/", prepare.bag, name="bag"),
    path("prepare/<slug:draft_id>/delete", prepare.delete_draft, name="delete_draft"),
    path(f"{G}setup/", setup.setup, name="setup"),
    path(f"{G}hand-out/", setup.handout, name="handout"),
    *games.urlpatterns,
    *town.urlpatterns,
    path(G, game.game, name="game"),
    path(f"{G}answer", game.answer, name="answer"),
    path(f"{G}blocks", game.blocks, name="blocks"),
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
    path(f"{G}timer", game.timer, name="timer"),
]

handler400 = "knell.web.views.errors.bad_request"
handler404 = "knell.web.views.errors.not_found"
handler500 = "knell.web.views.errors.failed"
