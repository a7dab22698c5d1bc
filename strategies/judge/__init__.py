"""Judgements that strategies share: what a position is worth, not what is legal. Small kernels, one idea a module.

Everything here reads `table` and `me` and answers with integers; weights come in as arguments, so that a strategy with
other weights asks the same questions. What is legal is `sim`'s business.
"""
