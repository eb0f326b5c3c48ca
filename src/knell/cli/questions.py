"""What the Storyteller is asked, in a sentence."""

from knell.record.asking import RULINGS as SENTENCES
from knell.record.asking import Asked, asked, shape, support_needed, threshold

__all__ = ["SENTENCES", "Asked", "asked", "shape", "support_needed", "threshold"]
