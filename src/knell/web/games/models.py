"""What the database keeps. A game's record is its lines, as in a file; everything else follows from them."""

from __future__ import annotations

import secrets
from typing import Final

from django.db import models

__all__ = ["Device", "Draft", "Game", "Handover", "Line", "Note", "Setting", "StoredScript"]

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def new_id() -> str:
    """Make a short id that is easy to read out."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def new_town() -> str:
    """Make a name for a town square that nobody guesses."""
    return "".join(secrets.choice(_LETTERS) for _ in range(16))


class Device(models.Model):
    """A browser that has run the games here. Only one does at a time."""

    key_hash = models.CharField(max_length=64, unique=True)
    active = models.BooleanField(default=True)
    since = models.DateTimeField(auto_now_add=True)
    covered_by = models.CharField(max_length=12, default="")
    """What lies over it for others to see, if something does."""
    covered_game = models.CharField(max_length=16, default="")


class Handover(models.Model):
    """A code that lets one more browser become the Storyteller's, once."""

    code_hash = models.CharField(max_length=64, unique=True)
    expires = models.DateTimeField()


class StoredScript(models.Model):
    """A script that somebody uploaded."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id)
    name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64, unique=True)
    data = models.JSONField()
    """As ``Script.to_data`` gives it."""
    notices = models.JSONField(default=list)
    """What was said about the file when it was read, in the language of whoever uploaded it."""
    added = models.DateTimeField(auto_now_add=True)


class Draft(models.Model):
    """A game that is being prepared, up to the moment at which the tokens are handed out."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id)
    script = models.JSONField()
    """The whole script, so that deleting or replacing one changes no game."""
    people = models.JSONField(default=list)
    """Clockwise: ``{"name", "traveller": id or null, "evil": true, false or null for at random}``."""
    bag = models.JSONField(default=dict)
    """What has been put into the bag and decided about it."""
    earlier = models.JSONField(default=list)
    """What ``bag`` was before, for undo."""
    later = models.JSONField(default=list)
    changed = models.DateTimeField(auto_now=True)
    version = models.IntegerField(default=0)


class Game(models.Model):
    """A game that has been dealt or is being dealt."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id)
    town = models.CharField(max_length=24, unique=True, default=new_town)
    draft = models.ForeignKey(Draft, null=True, on_delete=models.SET_NULL)
    title = models.CharField(max_length=200)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField()
    summary = models.JSONField(default=dict)
    """For lists: phase, night, number of people and living, outcome."""
    automation = models.JSONField(default=dict)
    handout = models.JSONField(default=dict)
    """How far the tokens have been handed out."""
    confirmed = models.IntegerField(null=True)
    """The entry with which the game ended, once the Storyteller has confirmed that."""
    stage = models.IntegerField(default=0)
    """How much of the reveal the town has been shown."""
    said = models.IntegerField(null=True)
    """The last dusk or dawn that was said aloud; ``None`` in games of before, where everything was."""


class Line(models.Model):
    """One line of a game's record. Lines are only ever added."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    number = models.IntegerField()
    text = models.TextField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="line_once"),)


class Setting(models.Model):
    """Something that holds for every game to come."""

    name = models.CharField(primary_key=True, max_length=40)
    value = models.JSONField()


class Note(models.Model):
    """Something that the Storyteller wrote down for themselves."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    entry = models.IntegerField()
    player = models.IntegerField(default=-1)
    text = models.CharField(max_length=2000)
    at = models.DateTimeField(auto_now_add=True)
