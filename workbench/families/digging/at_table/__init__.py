"""A game of digging at the table: people in the terminal against the characters.

``scene`` is what lies open, followed as it happens; ``picture`` draws it and the hand of whoever looks, ``talk`` tells
what happens, ``commands`` reads what is typed, ``prompt`` asks for it, ``explain`` says what is possible, and ``host``
plays the game with them. Every word stands in table.toml (a language is a table there), the reasons why something is
not legal in the faults.toml of the family.
"""
