"""Our players inside other people's programs."""
