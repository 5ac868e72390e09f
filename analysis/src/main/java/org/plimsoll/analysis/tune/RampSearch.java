package org.plimsoll.analysis.tune;

import java.util.List;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.result.LineKind;
import org.plimsoll.result.TrialOutcome;

/**
 * Increases the load by a step per interval until too many windows of an interval miss an
 * objective. It then backs off exponentially until the objectives are met, and continues with steps
 * half as large. This is the auto-tuning of NDBench (Papapanagiotou, Chella: NDBench: Benchmarking
 * Microservices at Scale, 2018). There is no drain between intervals, so unfinished operations
 * count against the next interval.
 */
final class RampSearch implements Strategy {
  private static final double BACK_OFF = 0.1;
  private static final double BACK_OFF_MAX = 0.8;
  private static final int INTERVALS_MAX = 1_000;
  private static final double LEAST = 0.001;

  private final TuneSpec spec;

  RampSearch(TuneSpec spec) {
    this.spec = spec;
  }

  /** The state of the ramp. */
  private final class Ramp {
    private double level = Math.min(spec.levels().start(), spec.levels().max());
    private double step = spec.ramp().step();
    private double backOff = BACK_OFF;
    private double best;
    private double lowestBad = Double.POSITIVE_INFINITY;
    private boolean recovering;
    private boolean done;
    private boolean byGenerator;

    private void add(Trial trial) {
      if (trial.passed()) {
        best = Math.max(best, trial.level());
        if (recovering) {
          recovering = false;
          backOff = BACK_OFF;
          step /= 2;
        }
        done = best >= spec.levels().max();
        level = Math.min(level + step, spec.levels().max());
        return;
      }
      // While recovering, misses are caused by the backlog of the earlier, higher load.
      if (!recovering) {
        byGenerator = trial.decision().outcome() == TrialOutcome.SPOILED;
        lowestBad = trial.level();
        best = trial.level() <= best ? 0 : best;
        done = best > 0 && step <= spec.levels().precision() * best;
      }
      recovering = true;
      level = level * (1 - backOff);
      backOff = Math.min(2 * backOff, BACK_OFF_MAX);
      done |= level < spec.levels().start() * LEAST;
    }
  }

  @Override
  public Next next(List<Trial> trials) {
    Ramp ramp = ramp(trials);
    if (ramp.done || trials.size() >= INTERVALS_MAX) {
      return new Next.Done(line(ramp));
    }
    return new Next.Try(
        new Attempt(
            "ramp",
            ramp.level,
            spec.trials().shortestNanos(),
            spec.trials().shortestNanos(),
            false,
            spec.ramp().violations()));
  }

  @Override
  public Line soFar(List<Trial> trials) {
    return line(ramp(trials));
  }

  private Ramp ramp(List<Trial> trials) {
    Ramp ramp = new Ramp();
    trials.forEach(ramp::add);
    return ramp;
  }

  private Line line(Ramp ramp) {
    LineKind kind =
        ramp.best == 0
            ? LineKind.NONE
            : ramp.best >= spec.levels().max()
                ? LineKind.CAP
                : ramp.byGenerator
                    ? LineKind.GENERATOR
                    : ramp.done ? LineKind.FOUND : LineKind.UNCONFIRMED;
    return new Line(kind, ramp.best, ramp.best, ramp.lowestBad);
  }
}
