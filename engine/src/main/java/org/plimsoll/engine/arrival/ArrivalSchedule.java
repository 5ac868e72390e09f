package org.plimsoll.engine.arrival;

/**
 * The instants at which the operations of a lane are due. Arrivals at rate 1 are mapped through the
 * integral of the rate (the time-rescaling theorem: Λ(tᵢ) − Λ(tᵢ₋₁) has the unit process's law for
 * any rate λ). A rate change stretches the rest of the pending gap, which causes neither a burst
 * nor a gap. For a Poisson process that is exact, since its gaps are memoryless.
 *
 * <p>At a constant rate, a gap is a product. Otherwise the {@link RateShape} inverts its integral
 * from the previous arrival, so that errors do not accumulate over the run.
 *
 * <p>The instant is stored as whole nanoseconds and a fraction, since a double of nanoseconds is
 * exact for only 104 days. For the same reason the mean gap is the sum of two doubles, the quotient
 * and its rounding error. A quotient alone, with a relative error of 10^−16, would drift by
 * nanoseconds a year. Only fractions below 2 are rounded, so that 10^12 gaps are off by less than
 * 0.001 ns.
 *
 * <p>The first arrival is due one gap after the start, or half a gap with {@code phase} 0.5, so
 * that lanes and generators interleave. Not thread-safe.
 */
public final class ArrivalSchedule {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * An instant that is never reached: 146 years, the largest distance at which two instants can be
   * compared by their difference.
   */
  private static final long NEVER_NANOS = Long.MAX_VALUE / 2;

  private ArrivalProcess process;
  private RateShape shape;
  private boolean isConstant;

  // For a constant rate:
  private double ratePerSecond;
  private double meanGapNanos;
  private double meanGapRest;

  // For any other rate: the shape's clock, and the start and length of the pending gap in unit-rate
  // time. The gap alone identifies an arrival that the rate never reaches.
  private long clockNanos;
  private double pendingGap;
  private long gapNanos;
  private double gapFraction;

  private long dueNanos;
  private double dueFraction;

  /** Creates a schedule with a constant rate, whose first gap starts at {@code startNanos}. */
  public ArrivalSchedule(ArrivalProcess process, double ratePerSecond, long startNanos) {
    this(process, new ConstantRate(requirePositive(ratePerSecond)), startNanos, startNanos);
  }

  /**
   * Creates a schedule whose first gap starts at {@code startNanos}.
   *
   * @param clockNanos the instant at which the shape's clock is 0
   */
  public ArrivalSchedule(
      ArrivalProcess process, RateShape shape, long clockNanos, long startNanos) {
    this.process = process;
    this.shape = shape;
    this.dueNanos = startNanos;
    setShape(shape, clockNanos);
    addGap(process.firstGap());
  }

  /** Wraps a process so that it stores its last gaps, which {@link #rewind} replays. */
  public static ArrivalProcess recorded(ArrivalProcess process) {
    return new RecordedArrivals(process);
  }

  /** A state of a schedule to which {@link #rewind} can return. */
  public static final class Mark {
    private final ArrivalProcess process;
    private final long position;
    private final RateShape shape;
    private final long clockNanos;
    private final double pendingGap;
    private final long gapNanos;
    private final double gapFraction;
    private final long dueNanos;
    private final double dueFraction;

    private Mark(ArrivalSchedule of, long position) {
      this.process = of.process;
      this.position = position;
      this.shape = of.shape;
      this.clockNanos = of.clockNanos;
      this.pendingGap = of.pendingGap;
      this.gapNanos = of.gapNanos;
      this.gapFraction = of.gapFraction;
      this.dueNanos = of.dueNanos;
      this.dueFraction = of.dueFraction;
    }

    /** Returns the instant of the arrival that was pending. */
    public long dueNanos() {
      return dueNanos;
    }
  }

  /** Returns the current state. The process must be {@linkplain #recorded recorded}. */
  public Mark mark() {
    return new Mark(this, ((RecordedArrivals) process).position());
  }

  /** Whether the schedule can be rewound to a state; only a limited number of gaps is stored. */
  public boolean keeps(Mark mark) {
    return mark.process == process && ((RecordedArrivals) process).keeps(mark.position);
  }

  /** Returns to a state that the schedule still {@linkplain #keeps keeps}. */
  public void rewind(Mark mark) {
    ((RecordedArrivals) process).rewind(mark.position);
    setShape(mark.shape, mark.clockNanos);
    pendingGap = mark.pendingGap;
    gapNanos = mark.gapNanos;
    gapFraction = mark.gapFraction;
    dueNanos = mark.dueNanos;
    dueFraction = mark.dueFraction;
  }

  /** Returns the instant of the pending arrival. */
  public long dueNanos() {
    return dueNanos;
  }

  /** Advances to the next arrival. */
  public void advance() {
    addGap(process.nextGap());
  }

  /**
   * Skips the arrivals before {@code nanos}: a pending arrival that is due earlier becomes due
   * then. Its gap has ended, so a rate change does not stretch it.
   */
  public void skipTo(long nanos) {
    if (dueNanos - nanos < 0) {
      dueNanos = nanos;
      dueFraction = 0;
    }
  }

  /** Changes to a constant rate from {@code nowNanos} on. */
  public void rate(double newRatePerSecond, long nowNanos) {
    rate(new ConstantRate(requirePositive(newRatePerSecond)), nowNanos, nowNanos);
  }

  /**
   * Changes the rate from {@code nowNanos} on; arrivals that are already due remain due.
   *
   * @param newClockNanos the instant at which the new shape's clock is 0
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

  /** Changes the distribution of the gaps after the pending one. */
  public void process(ArrivalProcess newProcess) {
    process = newProcess;
  }

  /** Returns the rest of the pending gap, in unit-rate time. */
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
    // At rate 0 the gap has no length in nanoseconds, only in unit-rate time.
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
