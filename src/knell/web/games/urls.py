"""The addresses of the pages about what is kept."""

from __future__ import annotations

from django.urls import path

from knell.web.games.views import files, lists, scripts

urlpatterns = [
    path("scripts/upload/", scripts.upload, name="upload"),
    path("scripts/<slug:script_id>/", scripts.script, name="script"),
    path("scripts/<slug:script_id>/delete", scripts.delete, name="delete_script"),
    path("scripts/<slug:script_id>/complete", scripts.complete, name="complete_script"),
    path("games/", lists.games, name="games"),
    path("games/import/", files.import_game, name="import"),
    path("game/<slug:game_id>/record", files.export, name="export"),
    path("game/<slug:game_id>/story", files.story_file, name="story"),
    path("game/<slug:game_id>/delete", files.delete, name="delete"),
]
