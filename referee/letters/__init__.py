"""A letter, from raw bytes to what its writer himself wrote.

Pure: nothing here knows a table, a clock or a store. A letter says who wrote it, by which of
three carriers it is tied to a turn, whether a machine sent it, and what stands in it above (or
below) the quoted letter. Every fault of a letter becomes ``Unreadable``: UNPARSABLE, FROM.

The quoted letter is found by strings that we ourselves sent: our address, our From name, a
marker line, the tag of a subject. The words of a mail program ("On … wrote:") are in no list.
"""

from __future__ import annotations

from referee.letters.ours import Ours
from referee.letters.reading import Carriers, LetterRead, read

__all__ = ["Carriers", "LetterRead", "Ours", "read"]
