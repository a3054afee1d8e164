"""What the service does. Doors call these; nothing here knows a door."""
