package org.plimsoll.engine.arrival;

/**
 * The instants at which the operations of one lane are due: arrivals of unit rate, mapped through
 * the integral of the rate (the time-rescaling theorem: Λ(tᵢ) − Λ(tᵢ₋₁) has the unit process's law
 * for any rate λ). A change of the rate therefore stretches what is left of the pending gap, which
 * makes neither a burst nor a hole; for a Poisson process that is exact, since its gaps are
 * memoryless.
 *
 * <p>The instant is kept as whole nanoseconds and a fraction: a double of nanoseconds is exact for
 * 104 days only. The first arrival is due one gap after the start, or half a gap with {@code phase}
 * 0.5, so that lanes and generators interleave. Not thread-safe.
 */
public final class ArrivalSchedule {
  private static final double NANOS_PER_SECOND = 1e9;

  private ArrivalProcess process;
  private double ratePerSecond;
  private long dueNanos;
  private double dueFraction;

  /** A schedule whose first gap begins at {@code startNanos}. */
  public ArrivalSchedule(ArrivalProcess process, double ratePerSecond, long startNanos) {
    this.process = process;
    this.ratePerSecond = requirePositive(ratePerSecond);
    this.dueNanos = startNanos;
    addNanos(process.firstGap() * NANOS_PER_SECOND / ratePerSecond);
  }

  /** The instant of the pending arrival. */
  public long dueNanos() {
    return dueNanos;
  }

  /** Goes on to the next arrival. */
  public void advance() {
    addNanos(process.nextGap() * NANOS_PER_SECOND / ratePerSecond);
  }

  /** Changes the rate from {@code nowNanos} on; arrivals that are already due stay so. */
  public void rate(double newRatePerSecond, long nowNanos) {
    requirePositive(newRatePerSecond);
    long leftNanos = dueNanos - nowNanos;
    if (leftNanos > 0) {
      double left = (leftNanos + dueFraction) * (ratePerSecond / newRatePerSecond);
      dueNanos = nowNanos;
      dueFraction = 0;
      addNanos(left);
    }
    ratePerSecond = newRatePerSecond;
  }

  /** Changes the law of the gaps after the pending one. */
  public void process(ArrivalProcess newProcess) {
    process = newProcess;
  }

  private void addNanos(double nanos) {
    double sum = dueFraction + nanos;
    long whole = (long) sum;
    dueNanos += whole;
    dueFraction = sum - whole;
  }

  private static double requirePositive(double ratePerSecond) {
    if (!(ratePerSecond > 0) || Double.isInfinite(ratePerSecond)) {
      throw new IllegalArgumentException("ratePerSecond must be > 0, was " + ratePerSecond);
    }
    return ratePerSecond;
  }
}
