"""Knell as a Django application."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "knell.web"
    label = "web"
    verbose_name = "Knell"
