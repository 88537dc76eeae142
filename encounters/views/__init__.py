"""Pages and posts. A view finds out who asks, hands what was said to a service, and shows what came of it."""
