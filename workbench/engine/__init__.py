"""Play games: keyed randomness, many games over threads, rotated seats."""
