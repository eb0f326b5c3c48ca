"""The addresses on the way from a script to the first night."""

from __future__ import annotations

from django.urls import path

from knell.web.prepare.views import bag, drafts, handout, players, setup

urlpatterns = [
    path("scripts/<slug:script_id>/new", drafts.new, name="new"),
    path("prepare/<slug:draft_id>/players/", players.players, name="players"),
    path("prepare/<slug:draft_id>/bag/", bag.bag, name="bag"),
    path("prepare/<slug:draft_id>/delete", drafts.delete_draft, name="delete_draft"),
    path("game/<slug:game_id>/setup/", setup.setup, name="setup"),
    path("game/<slug:game_id>/hand-out/", handout.handout, name="handout"),
]
