package org.plimsoll.fleet.control;

/**
 * Positions of rows that one generator fills.
 *
 * @param onlyMissing another generator may have written some: each row is read first
 */
public record FillRange(long from, long to, boolean onlyMissing) {
  /** Checks that the range is not empty. */
  public FillRange {
    if (from < 0 || to <= from) {
      throw new IllegalArgumentException("a range must not be empty, got " + from + " to " + to);
    }
  }

  /** Whether both name the same positions. */
  public boolean samePositions(FillRange other) {
    return from == other.from && to == other.to;
  }
}
