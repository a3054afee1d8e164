"""Doors: web, mail, admin, clock. Thin: translate, call one service, render. None calls another."""
