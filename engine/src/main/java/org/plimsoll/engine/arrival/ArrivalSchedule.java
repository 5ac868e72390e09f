package org.plimsoll.engine.arrival;

/**
 * The instants at which the operations of one lane are due: arrivals of unit rate, mapped through
 * the integral of the rate (the time-rescaling theorem: Λ(tᵢ) − Λ(tᵢ₋₁) has the unit process's law
 * for any rate λ). A change of the rate therefore stretches what is left of the pending gap, which
 * makes neither a burst nor a hole; for a Poisson process that is exact, since its gaps are
 * memoryless.
 *
 * <p>At a constant rate a gap is a product; at any other the {@link RateShape} inverts its integral
 * from the arrival before, so that nothing adds up from the begin of the run.
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
  private RateShape shape;
  private boolean isConstant;

  // Of a constant rate:
  private double ratePerSecond;
  private double meanGapNanos;
  private double meanGapRest;

  // Of any other: the shape's clock, and the pending gap in unit-rate time with its begin. An
  // arrival that the rate never reaches is told from the gap alone.
  private long clockNanos;
  private double pendingGap;
  private long gapNanos;
  private double gapFraction;

  private long dueNanos;
  private double dueFraction;

  /** A schedule of a constant rate whose first gap begins at {@code startNanos}. */
  public ArrivalSchedule(ArrivalProcess process, double ratePerSecond, long startNanos) {
    this(process, new ConstantRate(requirePositive(ratePerSecond)), startNanos, startNanos);
  }

  /**
   * A schedule whose first gap begins at {@code startNanos}.
   *
   * @param clockNanos the instant that is 0 on the shape's clock
   */
  public ArrivalSchedule(
      ArrivalProcess process, RateShape shape, long clockNanos, long startNanos) {
    this.process = process;
    this.shape = shape;
    this.dueNanos = startNanos;
    setShape(shape, clockNanos);
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

  /** Changes to a constant rate from {@code nowNanos} on. */
  public void rate(double newRatePerSecond, long nowNanos) {
    rate(new ConstantRate(requirePositive(newRatePerSecond)), nowNanos, nowNanos);
  }

  /**
   * Changes the rate from {@code nowNanos} on; arrivals that are already due stay so.
   *
   * @param newClockNanos the instant that is 0 on the new shape's clock
   */
  public void rate(RateShape newShape, long newClockNanos, long nowNanos) {
    if (dueNanos - nowNanos <= 0) {
      setShape(newShape, newClockNanos);
      return;
    }
    if (isConstant
        && newShape instanceof ConstantRate(double newRatePerSecond)
        && newRatePerSecond > 0) {
      double left = (dueNanos - nowNanos + dueFraction) * (ratePerSecond / newRatePerSecond);
      setShape(newShape, newClockNanos);
      dueNanos = nowNanos;
      dueFraction = 0;
      addNanos(left, 0);
      return;
    }
    double left = leftOfGap(nowNanos);
    setShape(newShape, newClockNanos);
    dueNanos = nowNanos;
    dueFraction = 0;
    addGap(left);
  }

  /** Changes the law of the gaps after the pending one. */
  public void process(ArrivalProcess newProcess) {
    process = newProcess;
  }

  /** What is left of the pending gap, in unit-rate time. */
  private double leftOfGap(long nowNanos) {
    if (isConstant) {
      return (dueNanos - nowNanos + dueFraction) * (ratePerSecond / NANOS_PER_SECOND);
    }
    double early = gapFraction / NANOS_PER_SECOND * shape.perSecondAt(gapNanos - clockNanos);
    double passed = shape.expected(gapNanos - clockNanos, nowNanos - clockNanos) - early;
    return Math.max(0, pendingGap - Math.max(0, passed));
  }

  private void setShape(RateShape newShape, long newClockNanos) {
    shape = newShape;
    clockNanos = newClockNanos;
    // Without any rate a gap has no length, only what is left of it in unit-rate time.
    isConstant = newShape instanceof ConstantRate && newShape.peakPerSecond() > 0;
    if (isConstant && newShape instanceof ConstantRate(double perSecond)) {
      ratePerSecond = perSecond;
      meanGapNanos = NANOS_PER_SECOND / perSecond;
      meanGapRest = Math.fma(-meanGapNanos, perSecond, NANOS_PER_SECOND) / perSecond;
    }
  }

  private void addGap(double gap) {
    if (isConstant) {
      addNanos(gap * meanGapNanos, gap * meanGapRest);
      return;
    }
    pendingGap = gap;
    gapNanos = dueNanos;
    gapFraction = dueFraction;
    addNanos(shape.nanosUntil(dueNanos - clockNanos, dueFraction, gap), 0);
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
