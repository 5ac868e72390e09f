package org.plimsoll.analysis.consistency;

/** The content that a read returned. */
enum Found {
  /** The row of a write of this run. */
  WRITE,
  /** A row from before the run. */
  INITIAL,
  /** No row. */
  ABSENT,
  /** An inconclusive result. */
  NOTHING_KNOWN
}
