package org.plimsoll.engine.arrival;

/**
 * The instants at which the operations of one lane are due: arrivals of unit rate, mapped through
 * the integral of the rate (the time-rescaling theorem: Λ(tᵢ) − Λ(tᵢ₋₁) has the unit process's law
 * for any rate λ). A change of the rate therefore stretches what is left of the pending gap, which
 * makes neither a burst nor a hole; for a Poisson process that is exact, since its gaps are
 * memoryless.
 *
 * <p>The instant is kept as whole nanoseconds and a fraction, since a double of nanoseconds is
 * exact for 104 days only. For the same reason the mean gap is the sum of two doubles, the quotient
 * and what its rounding left over: a quotient alone, off by 1 in 10^16, would drift by nanoseconds
 * a year. What is rounded is a fraction below 2, so that 10^12 gaps are off by less than 0.001 ns.
 *
 * <p>The first arrival is due one gap after the start, or half a gap with {@code phase} 0.5, so
 * that lanes and generators interleave. Not thread-safe.
 */
public final class ArrivalSchedule {
  private static final double NANOS_PER_SECOND = 1e9;

  /** 146 years, as far as instants can be told apart by their difference. */
  private static final long NEVER_NANOS = Long.MAX_VALUE / 2;

  private ArrivalProcess process;
  private double ratePerSecond;
  private double meanGapNanos;
  private double meanGapRest;
  private long dueNanos;
  private double dueFraction;

  /** A schedule whose first gap begins at {@code startNanos}. */
  public ArrivalSchedule(ArrivalProcess process, double ratePerSecond, long startNanos) {
    this.process = process;
    this.dueNanos = startNanos;
    setRate(requirePositive(ratePerSecond));
    addGap(process.firstGap());
  }

  /** The instant of the pending arrival. */
  public long dueNanos() {
    return dueNanos;
  }

  /** Goes on to the next arrival. */
  public void advance() {
    addGap(process.nextGap());
  }

  /** Changes the rate from {@code nowNanos} on; arrivals that are already due stay so. */
  public void rate(double newRatePerSecond, long nowNanos) {
    requirePositive(newRatePerSecond);
    long leftNanos = dueNanos - nowNanos;
    if (leftNanos > 0) {
      double left = (leftNanos + dueFraction) * (ratePerSecond / newRatePerSecond);
      dueNanos = nowNanos;
      dueFraction = 0;
      addNanos(left, 0);
    }
    setRate(newRatePerSecond);
  }

  /** Changes the law of the gaps after the pending one. */
  public void process(ArrivalProcess newProcess) {
    process = newProcess;
  }

  private void setRate(double newRatePerSecond) {
    ratePerSecond = newRatePerSecond;
    meanGapNanos = NANOS_PER_SECOND / newRatePerSecond;
    meanGapRest = Math.fma(-meanGapNanos, newRatePerSecond, NANOS_PER_SECOND) / newRatePerSecond;
  }

  private void addGap(double gap) {
    addNanos(gap * meanGapNanos, gap * meanGapRest);
  }

  private void addNanos(double nanos, double rest) {
    if (nanos >= NEVER_NANOS) {
      dueNanos += NEVER_NANOS;
      return;
    }
    long whole = (long) nanos;
    double fraction = dueFraction + (nanos - whole) + rest;
    long carry = (long) fraction;
    dueNanos += whole + carry;
    dueFraction = fraction - carry;
  }

  private static double requirePositive(double ratePerSecond) {
    if (!(ratePerSecond > 0) || Double.isInfinite(ratePerSecond)) {
      throw new IllegalArgumentException("ratePerSecond must be > 0, was " + ratePerSecond);
    }
    return ratePerSecond;
  }
}
