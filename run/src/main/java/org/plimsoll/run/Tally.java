package org.plimsoll.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.verdict.ArrivalLaw;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.ArrivalGaps;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.Machine;
import org.plimsoll.run.second.ScenarioSecond;
import org.plimsoll.run.second.ScenarioSecond.Asked;
import org.plimsoll.run.second.Window;

/**
 * The measurements of all generators in one phase: the operations intended in the phase, and the
 * state of the generators during it.
 */
final class Tally {
  private final Stage stage;
  private final Map<String, Of> scenarios = new LinkedHashMap<>();
  private final SortedMap<Integer, Machine> machines = new TreeMap<>();
  private long beginNanos;
  private @Nullable Long endNanos;
  private long atNanos;

  /** The end of the measured time of each lost generator. */
  private final Map<Integer, Long> lostNanos = new HashMap<>();

  private boolean isCutShort;

  /**
   * Whether the phase was divided into trials, so that operations of other trials were in flight.
   */
  private boolean isDivided;

  Tally(Stage stage) {
    this.stage = stage;
  }

  /** The sum of one scenario. */
  private static final class Of {
    private final Map<OperationType, Totals> totals = new LinkedHashMap<>();
    private boolean takesPart;
    private final Map<String, Histogram> waits = Part.Waiting.noWaits();
    private final SortedMap<Integer, Asked> asked = new TreeMap<>();
    private final SortedMap<Integer, Part.Calls> calls = new TreeMap<>();
    private final List<ArrivalLaw> laws = new ArrayList<>();

    private void add(int generator, ScenarioSecond second, long lateNanos) {
      second
          .waited()
          .byCause()
          .forEach((cause, times) -> Objects.requireNonNull(waits.get(cause)).add(times));
      ScenarioSecond.Held held = second.held();
      calls.merge(
          generator,
          new Part.Calls(held.inFlightNanos(), held.nanos(), held.heldBefore(), lateNanos),
          Part.Calls::then);
      ArrivalGaps.Sample gaps = second.gaps();
      if (gaps != null) {
        laws.add(new ArrivalLaw(gaps.asked(), gaps.came(), gaps.askedBefore(), gaps.cameBefore()));
      }
    }

    private Part part(
        ScenarioSpec scenario, Map<OperationType, Totals> its, Part.Load load, boolean hasCalls) {
      return new Part(
          scenario,
          load,
          its,
          // Counted together with the operations, because an arrival of the warm-up may still wait
          // during the measurement.
          new Part.Waiting(waits, count(Counter.AT_BOUND), count(Counter.WITHOUT_SESSION)),
          laws.isEmpty() ? null : ArrivalLaw.of(laws),
          hasCalls && !calls.isEmpty() ? Part.Calls.together(calls.values()) : null);
    }

    private long count(Counter counter) {
      return totals.values().stream().mapToLong(each -> each.count(counter)).sum();
    }
  }

  /** Adds operations of a scenario that were intended in the phase. */
  void add(String scenario, Map<OperationType, Totals> totals) {
    Of sum = of(scenario);
    sum.takesPart = true;
    totals.forEach((type, more) -> sum.totals.computeIfAbsent(type, _ -> new Totals()).add(more));
  }

  /** Adds the state of a generator in a second of the phase. Operations are added separately. */
  void add(GeneratorSecond second) {
    include(second);
    long lateNanos =
        stage.phase() == Phase.MEASURE ? Math.max(0, second.window().startNanos() - beginNanos) : 0;
    second.scenarios().forEach((name, each) -> of(name).add(second.generator(), each, lateNanos));
    machines.merge(second.generator(), second.machine(), Machine::then);
  }

  /** Includes a second of the warm-up before the phase. */
  void include(GeneratorSecond second) {
    Window window = second.window();
    beginNanos = window.schedule().beginNanos();
    endNanos = later(endNanos, window.schedule().endNanos());
    atNanos = Math.max(atNanos, window.atNanos());
    second
        .scenarios()
        .forEach((name, each) -> of(name).asked.put(second.generator(), each.asked()));
  }

  /** Includes a second of a trial, in which operations of other phases were in flight. */
  void divide(GeneratorSecond second) {
    include(second);
    isDivided = true;
  }

  private Of of(String scenario) {
    return scenarios.computeIfAbsent(scenario, _ -> new Of());
  }

  private static @Nullable Long later(@Nullable Long a, @Nullable Long b) {
    return a == null ? b : b == null ? a : (Long) Math.max(a, b);
  }

  Stage stage() {
    return stage;
  }

  /** Whether the phase has started. */
  boolean hasBegun() {
    return !machines.isEmpty();
  }

  /** Counts scheduled operations that have not ended as unfinished from now on. */
  void cutShort() {
    isCutShort = true;
  }

  /** Records that other generators took over a share at an instant. */
  void lost(int generator, long untilNanos) {
    lostNanos.put(generator, untilNanos);
    cutShort();
  }

  private double shareOfTime(int generator, long elapsedNanos) {
    Long untilNanos = lostNanos.get(generator);
    return untilNanos == null
        ? 1
        : Math.clamp((double) (untilNanos - beginNanos) / Math.max(1, elapsedNanos), 0, 1);
  }

  /** Returns the totals of a scenario so far. */
  Map<OperationType, Totals> totals(String scenario) {
    return of(scenario).totals;
  }

  /** Returns the measurements of the phase. */
  Measured measured(RunSpec spec) {
    long end = Objects.requireNonNullElse(endNanos, atNanos);
    return measured(
        spec,
        end - beginNanos,
        Math.max(0, atNanos - end),
        totals -> isCutShort ? finished(totals) : totals);
  }

  /** Returns the measurements until an instant, without operations in flight. */
  Measured soFar(RunSpec spec, long nowNanos) {
    return measured(spec, nowNanos - beginNanos, 0, Totals::withoutPending);
  }

  private static Totals finished(Totals totals) {
    Totals all = new Totals();
    all.add(totals);
    all.finish();
    return all;
  }

  private Measured measured(
      RunSpec spec, long elapsedNanos, long drainNanos, Function<Totals, Totals> view) {
    boolean hasCalls = stage.phase() != Phase.FILL && !isDivided;
    List<Part> parts = new ArrayList<>();
    List<Part> probes = new ArrayList<>();
    for (ScenarioSpec scenario : spec.scenarios()) {
      Of sum = scenarios.get(scenario.name());
      if (sum != null && sum.takesPart) {
        Map<OperationType, Totals> its = new LinkedHashMap<>();
        sum.totals.forEach((type, totals) -> its.put(type, view.apply(totals)));
        (scenario.isProbe() ? probes : parts)
            .add(
                sum.part(
                    scenario,
                    its,
                    Part.Load.of(sum.asked, each -> shareOfTime(each, elapsedNanos)),
                    hasCalls));
      }
    }
    return new Measured(Math.max(1, elapsedNanos), drainNanos, machines(), parts, probes);
  }

  /**
   * Returns the measurements of a step.
   *
   * @param perSecond rate of the step; 0 for a closed load
   * @param isWhole whether all its operations have ended; otherwise those in flight are left out
   */
  Measured step(ScenarioSpec scenario, long lengthNanos, double perSecond, boolean isWhole) {
    Of sum = of(scenario.name());
    if (!isWhole) {
      sum.totals.values().forEach(Totals::forgetPending);
    }
    Part part =
        sum.part(scenario, sum.totals, Part.Load.of(sum.asked, _ -> 1).at(perSecond), isWhole);
    return new Measured(Math.max(1, lengthNanos), machines(), List.of(part), List.of());
  }

  /** Returns the use of the machines. It is not judged in a fill. */
  private Machines machines() {
    return stage.phase() == Phase.FILL ? Machines.NONE : new Machines(machines);
  }
}
