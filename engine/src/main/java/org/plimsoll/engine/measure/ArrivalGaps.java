package org.plimsoll.engine.measure;

/**
 * Gaps between successive arrivals, as they were asked for and as they came: a sample that is
 * spread evenly over the time recorded. When it is full, every other one is given up and half as
 * many are taken from then on. One thread records; another may read once that has ended, or accept
 * a sample that is being replaced.
 */
public final class ArrivalGaps {
  private static final int SAMPLES = 4096;
  private static final int COLUMNS = 4;

  /** Four to a sample: the gap asked for and the one that came, and those just before them. */
  private final long[] samples = new long[COLUMNS * SAMPLES];

  private volatile boolean restarts;
  private volatile int size;
  private long stride = 1;
  private long untilNext;
  private int chain;
  private long dueNanos;
  private long cameNanos;
  private long gapAsked;
  private long gapCame;

  /**
   * What was sampled: at each position a gap, and the one before it, in nanoseconds.
   *
   * @param asked between the intended instants, {@code came} between the actual ones
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Sample(long[] asked, long[] came, long[] askedBefore, long[] cameBefore) {}

  /** An arrival was due, and came. Called by one thread, in the order in which they come. */
  void arrived(long due, long came) {
    if (restarts) {
      restarts = false;
      size = 0;
      stride = 1;
      untilNext = 0;
      chain = 0;
    }
    long asked = due - dueNanos;
    long actual = came - cameNanos;
    if (chain >= 2 && --untilNext < 0) {
      untilNext = stride - 1;
      add(asked, actual);
    }
    chain = Math.min(2, chain + 1);
    dueNanos = due;
    cameNanos = came;
    gapAsked = asked;
    gapCame = actual;
  }

  private void add(long asked, long actual) {
    if (size == SAMPLES) {
      halve();
    }
    int sampled = size;
    int at = sampled * COLUMNS;
    samples[at] = asked;
    samples[at + 1] = actual;
    samples[at + 2] = gapAsked;
    samples[at + 3] = gapCame;
    size = sampled + 1;
  }

  private void halve() {
    for (int i = 0; i < SAMPLES / 2; i++) {
      System.arraycopy(samples, 2 * i * COLUMNS, samples, i * COLUMNS, COLUMNS);
    }
    size = SAMPLES / 2;
    stride *= 2;
    untilNext = stride - 1;
  }

  /** Forgets what came so far. */
  void restart() {
    restarts = true;
  }

  /** What was sampled so far. */
  public Sample sample() {
    int count = restarts ? 0 : size;
    long[][] columns = new long[COLUMNS][count];
    for (int i = 0; i < count; i++) {
      for (int column = 0; column < COLUMNS; column++) {
        columns[column][i] = samples[i * COLUMNS + column];
      }
    }
    return new Sample(columns[0], columns[1], columns[2], columns[3]);
  }
}
