"""Which address belongs to which view."""

from __future__ import annotations

from django.urls import path

from knell.web.views import enter, files, game, home, prepare, scripts, settings, setup, town

G = "game/<slug:game_id>/"

urlpatterns = [
    path("", home.home, name="home"),
    path("enter/<str:code>", enter.enter, name="enter"),
    path("hand-over/", enter.hand_over, name="hand_over"),
    path("settings/", settings.settings, name="settings"),
    path("settings/automation", settings.automation, name="default_automation"),
    path("scripts/upload/", scripts.upload, name="upload"),
    path("scripts/<slug:script_id>/", scripts.script, name="script"),
    path("scripts/<slug:script_id>/new", prepare.new, name="new"),
    path("scripts/<slug:script_id>/delete", scripts.delete, name="delete_script"),
    path("prepare/<slug:draft_id>/players/", prepare.players, name="players"),
    path("prepare/<slug:draft_id>/bag/", prepare.bag, name="bag"),
    path("prepare/<slug:draft_id>/delete", prepare.delete_draft, name="delete_draft"),
    path("games/", home.games, name="games"),
    path("games/import/", files.import_game, name="import"),
    path(G, game.game, name="game"),
    path(f"{G}setup/", setup.setup, name="setup"),
    path(f"{G}hand-out/", setup.handout, name="handout"),
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
    path(f"{G}record", files.export, name="export"),
    path(f"{G}story", files.story_file, name="story"),
    path(f"{G}delete", files.delete, name="delete"),
    path(f"{G}town/", files.town_link, name="town_link"),
    path("town/<slug:slug>/", town.town, name="town"),
]

handler400 = "knell.web.views.errors.bad_request"
handler404 = "knell.web.views.errors.not_found"
handler500 = "knell.web.views.errors.failed"
