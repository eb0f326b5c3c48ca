"""Which address belongs to which view."""

from __future__ import annotations

from django.urls import path

from knell.web.games import urls as games
from knell.web.grimoire import urls as grimoire
from knell.web.town import urls as town
from knell.web.views import enter, home, prepare, settings, setup

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
    *grimoire.urlpatterns,
]

handler400 = "knell.web.views.errors.bad_request"
handler404 = "knell.web.views.errors.not_found"
handler500 = "knell.web.views.errors.failed"
