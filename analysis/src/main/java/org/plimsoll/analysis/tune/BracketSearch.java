package org.plimsoll.analysis.tune;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.result.Figures;
import org.plimsoll.result.LineKind;
import org.plimsoll.result.TrialOutcome;

/**
 * Doubles the load until an objective is missed, narrows the bracket between the highest passed and
 * the lowest failed load, and confirms the result by two of three trials.
 *
 * <p>As in MLRsearch (IETF draft-ietf-bmwg-mlrsearch; FD.io CSIT), trials are short while the
 * bracket is wide, and long near the result. One search judges all objectives. Inside the bracket
 * the next loads are half a precision below and above the estimate of {@link StressFit}. Two trials
 * then close the bracket, where bisection needs six.
 */
final class BracketSearch implements Strategy {
  private static final int TRIALS_MAX = 80;
  private static final int REPEATS_MAX = 3;
  private static final int VOTES = 2;
  private static final String CONFIRM = "confirm";

  /** Relative width of the bracket above which a trial is extended only a little. */
  private static final double WIDE = 0.25;

  private static final double INNER = 0.15;

  /** Share of the first load below which the search ends. */
  private static final double LEAST = 1.0 / (1 << 10);

  /**
   * Number of violations that the objective must allow in a trial before the trial is long enough
   * to judge.
   */
  private static final double ENOUGH = 5;

  /** Maximum factor by which a trial may exceed its longest length if operations are rare. */
  private static final int STRETCH = 8;

  private final TuneSpec spec;

  BracketSearch(TuneSpec spec) {
    this.spec = spec;
  }

  /** The bracket that follows from the trials so far. */
  private static final class Bracket {
    private final TreeSet<Double> passed = new TreeSet<>();
    private final TreeSet<Double> failed = new TreeSet<>();
    private double generatorAt = Double.POSITIVE_INFINITY;
    private double confirmed;
    private double votedOn;
    private int votesFor;
    private int votesAgainst;
    private int spoiled;

    private void add(Trial trial) {
      double level = trial.level();
      if (trial.decision().outcome() == TrialOutcome.SPOILED) {
        spoiled++;
        if (spoiled >= REPEATS_MAX) {
          generatorAt = Math.min(generatorAt, level);
          passed.tailSet(level, true).clear();
          spoiled = 0;
        }
        return;
      }
      spoiled = 0;
      if (!trial.stage().equals(CONFIRM)) {
        judge(level, trial.passed());
        return;
      }
      if (votedOn != level) {
        votedOn = level;
        votesFor = 0;
        votesAgainst = 0;
      }
      if (trial.passed()) {
        votesFor++;
      } else {
        votesAgainst++;
      }
      if (votesFor == VOTES) {
        judge(level, true);
        confirmed = level;
      } else if (votesAgainst == VOTES) {
        judge(level, false);
      }
    }

    /** Adds a trial's outcome; if two outcomes contradict each other, the newer one counts. */
    private void judge(double level, boolean isGood) {
      if (isGood) {
        passed.add(level);
        failed.headSet(level, true).clear();
      } else {
        failed.add(level);
        passed.tailSet(level, true).clear();
      }
    }

    private double low() {
      return passed.isEmpty() ? 0 : passed.last();
    }

    private double high() {
      double byTarget = failed.isEmpty() ? Double.POSITIVE_INFINITY : failed.first();
      return Math.min(byTarget, generatorAt);
    }
  }

  @Override
  public Next next(List<Trial> trials) {
    if (trials.isEmpty()) {
      return attempt("find", Math.min(spec.levels().start(), spec.levels().max()), false);
    }
    Bracket bracket = bracket(trials);
    Trial last = trials.getLast();
    if (bracket.spoiled > 0 && trials.size() < TRIALS_MAX) {
      Next.Try repeated = attempt(last.stage(), last.level(), !last.stage().equals("find"));
      return repeated.because(
          "Tried again, because the generator may have decided trial "
              + last.number()
              + soFar(trials, bracket));
    }
    double low = bracket.low();
    double high = bracket.high();
    if ((low > 0 && bracket.confirmed == low && isNarrow(low, high))
        || trials.size() >= TRIALS_MAX) {
      return new Next.Done(line(trials, bracket));
    }
    if (low == 0) {
      double lower = rounded(high / 2);
      boolean isTooFew =
          !spec.load().closed() && enoughNanos(lower) > STRETCH * spec.trials().longestNanos();
      return isTooFew
              || lower < Math.max(spec.levels().start() * LEAST, spec.load().closed() ? 1 : 0)
          ? new Next.Done(line(trials, bracket))
          : attempt("find", lower, false);
    }
    if (isNarrow(low, high)) {
      boolean isSure = Double.isInfinite(high) || !isDoubtful(trials, high);
      return isSure ? attempt(CONFIRM, low, true) : again(trials, bracket);
    }
    if (Double.isInfinite(high)) {
      return attempt("find", Math.min(2 * low, spec.levels().max()), false);
    }
    boolean isWide = (high - low) / low > WIDE;
    return attempt("narrow", inside(trials, low, high), !isWide);
  }

  /** Tries the lowest failed load once more. */
  private Next.Try again(List<Trial> trials, Bracket bracket) {
    double level = bracket.high();
    int number =
        trials.stream()
            .filter(trial -> trial.level() == level && trial.failed())
            .mapToInt(Trial::number)
            .max()
            .orElse(0);
    return attempt("again", level, true)
        .because(
            "Tried again, because the 95 %% interval of trial %d contains the bound%s"
                .formatted(number, soFar(trials, bracket)));
  }

  /** Returns the preliminary estimate as the end of a sentence. */
  private String soFar(List<Trial> trials, Bracket bracket) {
    Line line = line(trials, bracket);
    if (line.level() == 0) {
      return "; no load has passed yet.";
    }
    String unit = spec.load().closed() ? " workers" : "/s";
    String between =
        Double.isInfinite(line.high())
            ? ""
            : ", 95 %% interval %s to %s"
                .formatted(Figures.load(Math.max(0, line.low())), Figures.load(line.high()) + unit);
    return "; the maximum so far is %s%s%s.".formatted(Figures.load(line.level()), unit, between);
  }

  @Override
  public Line soFar(List<Trial> trials) {
    return line(trials, bracket(trials));
  }

  private static Bracket bracket(List<Trial> trials) {
    Bracket bracket = new Bracket();
    trials.forEach(bracket::add);
    return bracket;
  }

  private Next.Try attempt(String stage, double level, boolean isLong) {
    long longest = Math.max(spec.trials().shortestNanos(), spec.trials().longestNanos());
    long most = isLong ? longest : Math.min(2 * spec.trials().shortestNanos(), longest);
    if (!spec.load().closed()) {
      most = Math.max(most, Math.min(enoughNanos(level), STRETCH * longest));
    }
    long least = stage.equals(CONFIRM) ? longest / 2 : spec.trials().shortestNanos();
    return new Next.Try(
        new Attempt(stage, level, Math.max(spec.trials().shortestNanos(), least), most, true, -1));
  }

  /**
   * Returns whether the failure of a load is doubtful. It is doubtful if only the estimate decided,
   * in a trial that could be longer. It is also doubtful after a single trial if all trials
   * together estimate a higher maximum. After several failures, the failure is not doubtful.
   */
  private boolean isDoubtful(List<Trial> trials, double level) {
    List<Trial> failed =
        trials.stream().filter(trial -> trial.level() == level && trial.failed()).toList();
    if (failed.isEmpty()
        || failed.size() >= REPEATS_MAX // several trials have decided together
        || !failed.stream()
            .allMatch(t -> t.decision().isClose() && t.decision().reason().isEmpty())) {
      return false;
    }
    boolean isShort = failed.stream().allMatch(t -> t.lengthNanos() < spec.trials().longestNanos());
    boolean isBelowFit =
        StressFit.of(trials, level).filter(fit -> fit.crossing() > level).isPresent();
    return isShort || (failed.size() == 1 && isBelowFit);
  }

  /** Returns the length of a trial in which the objective allows enough failures to be judged. */
  private long enoughNanos(double perSecond) {
    return (long) Math.min(1e18, ENOUGH * 1e9 / (spec.smallestShare() * perSecond));
  }

  /** Returns whether there is no load left to try between two loads, or above a load at the cap. */
  private boolean isNarrow(double low, double high) {
    if (Double.isInfinite(high)) {
      return low >= spec.levels().max();
    }
    double width = high - low;
    return width <= spec.levels().precision() * low * (1 + 1e-9)
        || (spec.load().closed() && width <= 1);
  }

  /**
   * Returns the next load: half a precision below the estimated maximum, then half a precision
   * above; the middle if the estimate is outside the bracket.
   */
  private double inside(List<Trial> trials, double low, double high) {
    double width = high - low;
    Optional<StressFit> fit = StressFit.of(trials, (low + high) / 2);
    double half = 0.49 * spec.levels().precision();
    double next = (low + high) / 2;
    if (fit.isPresent()) {
      double below = fit.get().crossing() * (1 - half);
      double above = fit.get().crossing() * (1 + half);
      double slack = Math.min(INNER * width, half * low);
      if (below > low + slack && below < high - slack) {
        next = below;
      } else if (above < high - slack && above > low + slack) {
        next = above;
      }
    }
    return rounded(next);
  }

  /** Rounds workers to an integer. */
  private double rounded(double level) {
    return spec.load().closed() ? Math.floor(level) : level;
  }

  private Line line(List<Trial> trials, Bracket bracket) {
    double low = bracket.low();
    double high = bracket.high();
    if (low == 0) {
      boolean byGenerator = bracket.failed.isEmpty() && Double.isFinite(bracket.generatorAt);
      LineKind kind = byGenerator ? LineKind.GENERATOR : LineKind.NONE;
      return new Line(kind, 0, 0, high);
    }
    boolean byGenerator = high == bracket.generatorAt;
    boolean settled = bracket.confirmed == low && isNarrow(low, high);
    LineKind kind =
        !settled
            ? LineKind.UNCONFIRMED
            : byGenerator && Double.isFinite(high)
                ? LineKind.GENERATOR
                : Double.isInfinite(high) ? LineKind.CAP : LineKind.FOUND;
    if (Double.isInfinite(high) || byGenerator) {
      return new Line(kind, low, low, Double.POSITIVE_INFINITY);
    }
    Optional<StressFit> fit = StressFit.of(trials, low);
    return fit.isPresent()
        ? new Line(kind, low, Math.min(low, fit.get().low()), Math.max(low, fit.get().high()))
        : new Line(kind, low, low, high);
  }
}
