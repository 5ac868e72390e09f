package org.plimsoll.engine.arrival;

/**
 * Stores the last {@value #KEPT} gaps of another process, so that a schedule can go back and replay
 * them at another rate. Not thread-safe.
 */
final class RecordedArrivals implements ArrivalProcess {
  static final int KEPT = 1 << 17;

  private final ArrivalProcess process;
  private final double[] gaps = new double[KEPT];
  private long drawn;
  private long position;

  RecordedArrivals(ArrivalProcess process) {
    this.process = process;
  }

  @Override
  public double nextGap() {
    return position < drawn ? gaps[at(position++)] : keep(process.nextGap());
  }

  @Override
  public double firstGap() {
    return keep(process.firstGap());
  }

  private double keep(double gap) {
    gaps[at(drawn)] = gap;
    drawn++;
    position = drawn;
    return gap;
  }

  private static int at(long position) {
    return (int) position & (KEPT - 1);
  }

  /** Returns the number of gaps before the next one. */
  long position() {
    return position;
  }

  /** Whether all gaps from a position on are stored. */
  boolean keeps(long from) {
    return drawn - from <= KEPT;
  }

  /** Goes back to a position whose gaps are stored. */
  void rewind(long to) {
    position = to;
  }
}
