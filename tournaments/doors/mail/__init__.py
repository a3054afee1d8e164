"""The mail door: letters come in over SMTP or by a pipe, and are stored before they are acknowledged."""
