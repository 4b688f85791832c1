"""The goldfish engine: many games of one deck in lockstep, a turn being a list of steps in the schema.

`read` turns a game's `play:` section into a `Plan` (records), `layout` lays a deck out for it, `table`
makes arrays and moves of both, `tape` is where every random number comes from. Reading a plan, laying a
deck out and grouping cards need only the standard library; the arrays are numpy's.
"""
