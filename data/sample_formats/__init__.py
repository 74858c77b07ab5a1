"""Papers of the sample in the formats that they could come in."""
