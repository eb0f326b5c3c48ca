"""Knell: a rules engine and a helper at the table for Storytellers of Blood on the Clocktower."""

__version__ = "0.1.0.dev0"
