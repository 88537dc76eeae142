"""The pictures of characters, as pages fetch them."""
