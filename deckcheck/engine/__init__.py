"""The goldfish engine: many games of one deck in lockstep, a turn being a list of steps in the schema.

`read` turns a game's `play:` section into a `Plan` (records), `table` turns a plan and a deck into arrays
and moves, `tape` is where every random number comes from. numpy is imported by tape, rows, zones, prices,
steps, ordered, moves and table alone; reading a plan and grouping cards need only the standard library.
"""
