"""The demo's bots from outside: they read their letters and answer as people do, by page and by mail."""
