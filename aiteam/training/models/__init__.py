"""What the training timeline keeps: targets, sessions, schedules, and what people have done of them."""
