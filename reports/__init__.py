"""Tables, charts and pages made from results. Draws and prints, never computes an estimate."""
