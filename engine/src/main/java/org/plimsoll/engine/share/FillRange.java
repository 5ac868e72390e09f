package org.plimsoll.engine.share;

/**
 * A range of consecutive positions: keys that one generator of a fill writes, or operations of a
 * {@link Quota}.
 *
 * @param from first position
 * @param to end of the positions, exclusive
 * @param onlyMissing whether another generator may have written some of them, so that each key is
 *     read first
 */
public record FillRange(long from, long to, boolean onlyMissing) {
  public FillRange {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException(
          "a range must not end before it starts: " + from + ", " + to);
    }
  }

  /** Whether both ranges have the same positions. */
  public boolean samePositions(FillRange other) {
    return from == other.from && to == other.to;
  }

  public long size() {
    return to - from;
  }
}
