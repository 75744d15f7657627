"""A game of stollen at the table: people in the terminal against the characters.

``scene`` is what lies open, followed event by event; ``picture`` draws it, ``talk`` tells what happens, ``prompt``
asks for decisions, and ``host`` plays the game with them. Every word stands in table.toml: a language is a table there.
"""
