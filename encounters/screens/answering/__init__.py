"""Answers to questions: the fields of a form, step by step, and the posted values."""
