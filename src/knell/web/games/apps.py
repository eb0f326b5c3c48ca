"""What is kept here as a Django application; its label names the tables of the database."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "knell.web.games"
    label = "web"
    verbose_name = "Knell"
