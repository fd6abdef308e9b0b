// Marked.shared.touch()
/* Windows.shared.touch() */
