"""A game of micro_robots at the table: a person in the terminal against the characters and the clock.

``host`` plays the game with the person, ``picture`` draws the board, ``talk`` tells what happens and ``faults`` why a
call is wrong, ``answers`` reads what was typed, ``bids`` finds what the characters call where they go on searching.
Every word stands in table.toml: a language is a table there.
"""
