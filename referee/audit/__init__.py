"""An exported contest: what stands in it, and its check from the first entry to the last card (record.md).

``verify_export(lines, checkpoints)`` needs no trust in the operator: the chain and its checkpoints, every
draw and what the chain says of it, and that the facts of every table follow from its inputs.
"""

from referee.audit.document import FORMAT, BadExport, is_export
from referee.audit.verify import Report, verify_export

__all__ = ["FORMAT", "BadExport", "Report", "is_export", "verify_export"]
