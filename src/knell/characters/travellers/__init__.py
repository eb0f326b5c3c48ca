"""The Travellers, one module each."""
