"""Which address belongs to which view."""

from __future__ import annotations

from django.urls import path

from knell.web.games import urls as games
from knell.web.grimoire import urls as grimoire
from knell.web.prepare import urls as prepare
from knell.web.site.views import enter, home, settings
from knell.web.town import urls as town

urlpatterns = [
    path("", home.home, name="home"),
    path("enter/<str:code>", enter.enter, name="enter"),
    path("hand-over/", enter.hand_over, name="hand_over"),
    path("settings/", settings.settings, name="settings"),
    path("settings/automation", settings.automation, name="default_automation"),
    *games.urlpatterns,
    *prepare.urlpatterns,
    *grimoire.urlpatterns,
    *town.urlpatterns,
]

handler400 = "knell.web.site.views.errors.bad_request"
handler404 = "knell.web.site.views.errors.not_found"
handler500 = "knell.web.site.views.errors.failed"
