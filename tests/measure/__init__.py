"""The shape of the code in numbers, printed by `make measure`. No number fails it."""
