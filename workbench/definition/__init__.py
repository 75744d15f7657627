"""From TOML files to a checked definition, every value with its origin."""
