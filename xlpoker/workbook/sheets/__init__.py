"""A worksheet part read as a stream: the quick scan that proves what it understood, the general XML tier behind it."""
