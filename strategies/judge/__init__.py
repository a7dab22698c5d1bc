"""Small judgements that strategies share: is this card safe to throw, what is the pile worth.

No strategy is here.
"""
