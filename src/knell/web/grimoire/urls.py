"""The addresses of the Grimoire: its page, and everything that can be done on it."""

from __future__ import annotations

from django.urls import path

from knell.web.grimoire import covers, views

G = "game/<slug:game_id>/"

urlpatterns = [
    path(G, views.game, name="game"),
    path(f"{G}answer", views.answer, name="answer"),
    path(f"{G}blocks", views.blocks, name="blocks"),
    path(f"{G}default", views.default, name="default"),
    path(f"{G}skip", views.skip, name="skip"),
    path(f"{G}votes", views.votes, name="votes"),
    path(f"{G}act", views.act, name="act"),
    path(f"{G}override", views.override, name="override"),
    path(f"{G}undo", views.undo, name="undo"),
    path(f"{G}redo", views.redo, name="redo"),
    path(f"{G}goto", views.goto, name="goto"),
    path(f"{G}automation", views.automation, name="automation"),
    path(f"{G}note", views.note, name="note"),
    path(f"{G}confirm", views.confirm, name="confirm"),
    path(f"{G}say", views.say, name="say"),
    path(f"{G}cover", covers.cover, name="cover"),
    path(f"{G}reveal", views.reveal, name="reveal"),
    path(f"{G}timer", views.timer, name="timer"),
]
