"""A game of out_of_mine at the table: a person in the terminal against the characters and the clock.

``host`` plays the game with the person, ``sight`` is what the person sees of the rules' table, ``answers`` reads what
was typed, ``acting`` and ``laying`` find what is meant, or why it cannot be done, ``hints`` finds a way to go on,
``picture`` draws, ``talk`` and ``result`` tell what happens. Every word stands in table.toml, with a table a language.
"""
