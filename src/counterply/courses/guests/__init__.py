"""Programs of courses as players here; one file a course. See `counterply.players.guest`."""
