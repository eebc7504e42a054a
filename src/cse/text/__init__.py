"""From response to document: answer extraction, cleaning and the views that every verifier reads."""
