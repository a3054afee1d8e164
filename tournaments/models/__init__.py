"""What is stored. Integrity lives in the database: unique, check and foreign keys, triggers."""

from tournaments.models.absences import Absence
from tournaments.models.addresses import AddressChange
from tournaments.models.cases import Case, CaseWord
from tournaments.models.contests import (
    Award,
    Comment,
    Contest,
    Croupier,
    Entry,
    Placing,
)
from tournaments.models.draws import Auditor, Draw, Inputs, SeedBatch, Share
from tournaments.models.evidence import Evidence
from tournaments.models.leagues import Bye, LeagueRound, Member
from tournaments.models.ledger import LedgerEntry, LedgerHead, Verification
from tournaments.models.letters import CaughtLetter, Letter
from tournaments.models.notices import Notice
from tournaments.models.people import User
from tournaments.models.proposals import Proposal, Vote
from tournaments.models.tables import Advance, Event, Heartbeat, Seat, Table, Turn

__all__ = [
    "Absence",
    "AddressChange",
    "Advance",
    "Auditor",
    "Award",
    "Bye",
    "Case",
    "CaseWord",
    "CaughtLetter",
    "Comment",
    "Contest",
    "Croupier",
    "Draw",
    "Entry",
    "Event",
    "Evidence",
    "Heartbeat",
    "Inputs",
    "LeagueRound",
    "LedgerEntry",
    "LedgerHead",
    "Letter",
    "Member",
    "Notice",
    "Placing",
    "Proposal",
    "Seat",
    "SeedBatch",
    "Share",
    "Table",
    "Turn",
    "User",
    "Verification",
    "Vote",
]
