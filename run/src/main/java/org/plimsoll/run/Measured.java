package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.analysis.verdict.Evidence;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Pauses;
import org.plimsoll.result.Phase;

/**
 * The measurements of one iteration or of all: the part of each scenario, and the state of the
 * generator.
 *
 * @param elapsedNanos length of the phase, without its drain
 * @param drainNanos time from the end of the phase until its last operation has ended
 * @param parts parts of the loads; {@code probes} is that of the probe, if there is one
 */
record Measured(
    long elapsedNanos, long drainNanos, Machine machine, List<Part> parts, List<Part> probes) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** A phase without a drain. */
  Measured(long elapsedNanos, Machine machine, List<Part> parts, List<Part> probes) {
    this(elapsedNanos, 0, machine, parts, probes);
  }

  /** The resources that the generator used, and its disturbances. */
  record Machine(
      long cpuNanos,
      long allocatedBytes,
      CpuTicks ticks,
      long throttledNanos,
      Pauses pauses,
      long pacerWaitNanos) {
    /**
     * Computes the differences between two readings. Another meter measures the lengths of pauses.
     */
    static Machine between(Health.Reading begin, Health.Reading end, long pauseNanosMax) {
      return new Machine(
          end.cpuNanos() - begin.cpuNanos(),
          end.allocatedBytes() - begin.allocatedBytes(),
          new CpuTicks(
              end.ticks().total() - begin.ticks().total(),
              end.ticks().idle() - begin.ticks().idle(),
              end.ticks().steal() - begin.ticks().steal()),
          end.throttledNanos() - begin.throttledNanos(),
          new Pauses(
              end.pauses() - begin.pauses(),
              end.pauseNanosTotal() - begin.pauseNanosTotal(),
              pauseNanosMax),
          Math.max(0, end.pacerWaitNanos() - begin.pacerWaitNanos()));
    }

    Machine plus(Machine other) {
      return new Machine(
          cpuNanos + other.cpuNanos,
          allocatedBytes + other.allocatedBytes,
          ticks.plus(other.ticks),
          throttledNanos + other.throttledNanos,
          pauses.plus(other.pauses),
          pacerWaitNanos + other.pacerWaitNanos);
    }

    /** As a verdict takes it. */
    Evidence.Machine evidence() {
      return new Evidence.Machine(
          Runtime.getRuntime().availableProcessors(),
          cpuNanos,
          ticks.busyShare(),
          ticks.stealShare(),
          throttledNanos,
          pauses,
          pacerWaitNanos);
    }
  }

  /**
   * Ticks of all processors.
   *
   * @param total all of them; 0 if unknown
   */
  record CpuTicks(long total, long idle, long steal) {
    /** Share of all processors' time that any process used. */
    double busyShare() {
      return total <= 0 ? 0 : (double) (total - idle) / total;
    }

    /** Share of all processors' time that was stolen. */
    double stealShare() {
      return total <= 0 ? 0 : (double) steal / total;
    }

    private CpuTicks plus(CpuTicks other) {
      return new CpuTicks(total + other.total, idle + other.idle, steal + other.steal);
    }
  }

  /** An empty measurement, or fill. */
  static Measured nothing(
      RunSpec spec, List<Scenario> scenarios, Health.Reading now, RunOrigin origin) {
    return new Measured(
        1,
        Machine.between(now, now, 0),
        scenarios.stream()
            .filter(scenario -> !scenario.isProbe())
            .map(scenario ->
                scenario.part(
                    new PhaseRecorder(Phase.MEASURE, List.of()),
                    spec.phases().measures() ? null : spec.fill(),
                    origin.startNanos()))
            .toList(),
        List.of());
  }

  /** Merges all iterations. */
  static Measured sum(List<Measured> iterations) {
    Measured first = iterations.getFirst();
    if (iterations.size() == 1) {
      return first;
    }
    Machine machine = first.machine;
    for (Measured next : iterations.subList(1, iterations.size())) {
      machine = machine.plus(next.machine);
    }
    return new Measured(
        iterations.stream().mapToLong(Measured::elapsedNanos).sum(),
        iterations.stream().mapToLong(Measured::drainNanos).sum(),
        machine,
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

  /** The whole load. */
  Part all() {
    return Part.together(parts);
  }

  double seconds() {
    return elapsedNanos / NANOS_PER_SECOND;
  }
}
