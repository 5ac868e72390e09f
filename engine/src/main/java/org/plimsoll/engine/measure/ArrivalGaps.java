package org.plimsoll.engine.measure;

/**
 * A sample of intended and actual gaps between successive arrivals, spread evenly over the recorded
 * time. When it is full, every other gap is dropped, and the sampling rate is halved. One thread
 * records gaps. Another thread should read the gaps only after recording has ended; otherwise it
 * may see a sample that is being replaced.
 */
public final class ArrivalGaps {
  private static final int SAMPLES = 4096;
  private static final int COLUMNS = 4;

  /** Four numbers per sample: the intended and the actual gap, and the two gaps before them. */
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
   * A sample of gaps, each with the gap before it, in nanoseconds.
   *
   * @param asked gaps between the intended instants; {@code came} are those between the actual ones
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Sample(long[] asked, long[] came, long[] askedBefore, long[] cameBefore) {}

  /** Records the due and the actual instant of an arrival. Called by one thread, in order. */
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

  /** Clears the sample. */
  void restart() {
    restarts = true;
  }

  /** Returns the sample so far. */
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
