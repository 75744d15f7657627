"""A strategy of your own for stollen: one function from what the player sees to a decision.

Try it against the others:

    workbench simulate stollen/diese-partie --character me=examples/strategy/careful.py:careful \\
        --seats me,angsthase,rechnerin --rotate

The view has what lies open on the table and the player's own secrets, all whole numbers (see
workbench/families/stollen/state.py, class View). Plain arithmetic and comparisons run compiled, as fast as the
shipped characters; any other Python works too, but slower.
"""

GO_OUT, GO_DEEPER, USE_LAMP = 0, 1, 2
SINGS = 1
NOT_SEEN, SAFE = 0, 1


def careful(view):
    """Goes out as soon as a collapse would cost more than the next cards promise; looks with the lamp when in doubt."""
    if view.seen != NOT_SEEN:
        return GO_DEEPER if view.seen == SAFE else GO_OUT
    if view.canary == SINGS or view.fatal == 0:
        return GO_DEEPER
    bag = view.loot + view.left_share
    promise = view.finds // view.inside
    if promise > 2 * view.fatal * bag:
        return GO_DEEPER
    if view.lamp > 0 and bag >= 10:
        return USE_LAMP
    return GO_DEEPER if promise > view.fatal * bag else GO_OUT
