package org.plimsoll.run;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.result.Interval;

/**
 * What the generator used, and how long it was paused: in each interval, in a measurement, and in a
 * step of a search. Not thread-safe.
 */
final class GeneratorWatch {
  private final Health health;

  /** At the end of the last interval. */
  private Health.Reading previous;

  /** At the start of the measurement; null before it. */
  private Health.@Nullable Reading measureBegin;

  /** The longest pause since the start of the measurement or of its step. */
  private long pauseNanosMax;

  GeneratorWatch(Health health) {
    this.health = health;
    previous = health.read();
  }

  Health.Reading read() {
    return health.read();
  }

  /** Called when a measurement is planned. */
  void measures() {
    measureBegin = null;
  }

  /** Called when a measurement starts. */
  void measureBegins() {
    measureBegin = beginStep();
  }

  /** Starts a step of a measurement; returns the state for {@link #endStep}. */
  Health.Reading beginStep() {
    health.takePauseNanosMax();
    pauseNanosMax = 0;
    return health.read();
  }

  /** What was used since the start of a step. */
  Measured.Machine endStep(Health.Reading begin) {
    long pause = Math.max(pauseNanosMax, health.takePauseNanosMax());
    return Measured.Machine.between(begin, health.read(), pause);
  }

  /** What was used from the start of the measurement to a reading; nothing before the start. */
  Measured.Machine measured(Health.Reading end) {
    return Measured.Machine.between(measureBegin == null ? end : measureBegin, end, pauseNanosMax);
  }

  boolean isMeasuring() {
    return measureBegin != null;
  }

  /**
   * The state of the generator in an interval.
   *
   * @param before at its start, {@code after} at its end
   */
  record Second(Health.Reading before, Health.Reading after, Interval.Health health) {}

  /** Ends an interval. */
  Second second(long lengthNanos) {
    Health.Reading before = previous;
    Health.Reading after = health.read();
    previous = after;
    long pause = health.takePauseNanosMax();
    if (isMeasuring()) {
      pauseNanosMax = Math.max(pauseNanosMax, pause);
    }
    Measured.Machine machine = Measured.Machine.between(before, after, pause);
    double nanos = Math.max(lengthNanos, RunReporter.SHORTEST_NANOS);
    Interval.Health used =
        new Interval.Health(
            machine.cpuNanos() / nanos,
            pause,
            machine.ticks().stealShare(),
            Health.heapUsedBytes(),
            machine.pacerWaitNanos() / nanos);
    return new Second(before, after, used);
  }
}
