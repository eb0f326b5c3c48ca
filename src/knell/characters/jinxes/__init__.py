"""The jinxes, one per pair."""
