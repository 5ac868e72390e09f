package org.plimsoll.run;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.SecondSum;

/**
 * Judges one of several generators by its own measurements, with the rules for a run. The {@link
 * RunReporter} judges the run by the results of all generators.
 */
final class OwnVerdict {
  private static final double P99 = 99;

  private final RunSpec spec;
  private final Tallies tallies = new Tallies(); // Guarded by this, like the following fields.
  private volatile @Nullable OpenTarget target;
  private volatile @Nullable Judged last;

  /**
   * A preliminary verdict.
   *
   * @param lagNanos the 99th percentile of the dispatch lag; null if no operation has a dispatch
   *     lag
   */
  record Judged(VerdictSoFar verdict, @Nullable Long lagNanos) {}

  OwnVerdict(RunSpec spec) {
    this.spec = spec;
  }

  void begin(OpenTarget opened) {
    target = opened;
  }

  /** Adds a one-second result, or a part of one. */
  synchronized void add(GeneratorSecond second) {
    Stage stage = second.window().stage();
    OpenTarget open = target;
    if (stage == null || open == null || stage.phase() == Phase.FILL) {
      return;
    }
    if (stage.phase() == Phase.TRIAL) {
      tallies.dropStepsBefore(stage);
    }
    tallies.add(stage, second);
    SecondSum sum = new SecondSum();
    sum.add(second);
    tallies.add(sum);
    if (stage.phase() != Phase.MEASURE) {
      return;
    }
    Measured measured = tallies.measurement().soFar(spec, second.window().atNanos());
    PartEvidence evidence = PartEvidence.of(spec.checks().slos(), open.driver().capabilities());
    Histogram lag = measured.all().all().lag();
    last =
        new Judged(
            VerdictSoFar.of(measured, evidence),
            lag.getTotalCount() == 0 ? null : (Long) lag.getValueAtPercentile(P99));
  }

  /** Returns the verdict on the measurement so far; null before the measurement. */
  @Nullable Judged last() {
    return last;
  }
}
