package org.plimsoll.run;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;

/**
 * The measurements of one iteration or of all: the part of each scenario, and the state of the
 * generators.
 *
 * @param elapsedNanos length of the phase, without its drain; 1 if the load ended before it
 * @param drainNanos time from the end of the phase until its last operation has ended
 * @param parts measurements of the loads; {@code probes} has the measurement of the probe, if there
 *     is one
 */
record Measured(
    long elapsedNanos, long drainNanos, Machines machines, List<Part> parts, List<Part> probes) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Creates measurements of a phase without a drain. */
  Measured(long elapsedNanos, Machines machines, List<Part> parts, List<Part> probes) {
    this(elapsedNanos, 0, machines, parts, probes);
  }

  /** Returns the measurements of a run without a measurement or fill. */
  static Measured nothing(RunSpec spec) {
    List<Part> parts = new ArrayList<>();
    for (ScenarioSpec load : spec.loads()) {
      Parameters its = load.parameters();
      boolean isClosed = !spec.phases().measures() || its.model() == Model.CLOSED;
      parts.add(
          new Part(
              load,
              new Part.Load(
                  EnumSet.of(isClosed ? Model.CLOSED : its.model()),
                  0,
                  spec.phases().measures() ? its.workers() : spec.fill().workers(),
                  its.bound().maxInFlight(),
                  its.timeoutNanos()),
              Map.of(),
              Part.Waiting.none(),
              null,
              null));
    }
    return new Measured(1, Machines.NONE, parts, List.of());
  }

  /** Returns the sum of all iterations. */
  static Measured sum(List<Measured> iterations) {
    Measured first = iterations.getFirst();
    if (iterations.size() == 1) {
      return first;
    }
    Machines machines = first.machines;
    for (Measured next : iterations.subList(1, iterations.size())) {
      machines = machines.then(next.machines);
    }
    return new Measured(
        iterations.stream().mapToLong(Measured::elapsedNanos).sum(),
        iterations.stream().mapToLong(Measured::drainNanos).sum(),
        machines,
        inARow(iterations.stream().map(Measured::parts).toList()),
        inARow(iterations.stream().map(Measured::probes).toList()));
  }

  private static List<Part> inARow(List<List<Part>> iterations) {
    List<Part> sums = new ArrayList<>();
    for (int i = 0; i < iterations.getFirst().size(); i++) {
      int scenario = i;
      sums.add(Part.inARow(iterations.stream().map(parts -> parts.get(scenario)).toList()));
    }
    return sums;
  }

  /** Returns the measurements of the whole load. */
  Part all() {
    return Part.together(parts);
  }

  /** Whether the phase began before the load ended. */
  boolean hasBegun() {
    return elapsedNanos > 1;
  }

  double seconds() {
    return elapsedNanos / NANOS_PER_SECOND;
  }
}
