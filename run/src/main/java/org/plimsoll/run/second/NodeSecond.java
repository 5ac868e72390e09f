package org.plimsoll.run.second;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.TotalsCodec;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.result.Phase;

/**
 * The figures of one or more generators in a second, over all loads except the probe. They are a
 * small part of the measurements, for the display of single nodes.
 *
 * @param startNanos start since the start of the run; {@code atNanos} is the end
 * @param counts counts of operations
 * @param load load at the end of the second
 * @param lagNanosP99 the 99th percentile of the dispatch lag; for several generators, the highest
 * @param cpuNanos processor time of the process
 * @param hasResponse whether the latency is the response time instead of the service time
 * @param latency the latency in nanoseconds, with two significant digits
 */
public record NodeSecond(
    long startNanos,
    long atNanos,
    Phase phase,
    Counts counts,
    Load load,
    long lagNanosP99,
    long cpuNanos,
    boolean hasResponse,
    Histogram latency) {
  /** Number of significant digits of the latency. The error of a percentile is at most 1 %. */
  public static final int DIGITS = 2;

  /**
   * Operations that ended in the second.
   *
   * @param answered operations with an answer other than a failure, in time or late
   * @param failed operations with a failure
   * @param unanswered operations without an answer in time; they rank above each latency
   */
  public record Counts(long answered, long failed, long unanswered) {
    private Counts plus(Counts more) {
      return new Counts(
          answered + more.answered, failed + more.failed, unanswered + more.unanswered);
    }
  }

  /** The requested rate (0 in a closed load), and the operations that wait for an answer. */
  public record Load(double targetPerSecond, int inFlight, int backlog) {
    private Load beside(Load other) {
      return new Load(
          targetPerSecond + other.targetPerSecond,
          inFlight + other.inFlight,
          backlog + other.backlog);
    }
  }

  /** Returns the figures of a generator. */
  public static NodeSecond of(GeneratorSecond second) {
    Totals all = new Totals();
    Histogram lag = new Histogram(3);
    Load load = new Load(0, 0, 0);
    for (Map.Entry<String, ScenarioSecond> each : second.scenarios().entrySet()) {
      if (each.getKey().equals(ScenarioSpec.PROBE)) {
        continue;
      }
      ScenarioSecond scenario = each.getValue();
      scenario.totals().values().forEach(its -> all.add(PhaseRecorder.sum(its)));
      Histogram late = scenario.waited().byCause().get(Waits.GENERATOR);
      if (late != null) {
        lag.add(late);
      }
      load =
          load.beside(
              new Load(
                  scenario.asked().targetPerSecond(),
                  scenario.held().inFlight(),
                  scenario.held().backlog()));
    }
    boolean hasResponse = all.response().getTotalCount() > 0;
    Histogram latency = new Histogram(DIGITS);
    latency.add(hasResponse ? all.response() : all.service());
    Window window = second.window();
    return new NodeSecond(
        window.startNanos(),
        window.atNanos(),
        window.phaseAt(window.startNanos() + (window.atNanos() - window.startNanos()) / 2),
        new Counts(
            all.answered() + all.late(), all.count(Counter.FAILED), Math.max(0, all.censored())),
        load,
        lag.getTotalCount() == 0 ? 0 : lag.getValueAtPercentile(99),
        second.machine().cpuNanos(),
        hasResponse,
        latency);
  }

  /** Returns the figures with times shifted to a run that started earlier. */
  public NodeSecond later(long nanos) {
    return new NodeSecond(
        startNanos + nanos,
        atNanos + nanos,
        phase,
        counts,
        load,
        lagNanosP99,
        cpuNanos,
        hasResponse,
        latency);
  }

  /** Returns the sum with another generator in the same second. */
  public NodeSecond beside(NodeSecond other) {
    return sum(other, load.beside(other.load));
  }

  /** Returns the sum with the next part of the same generator's second. */
  public NodeSecond then(NodeSecond next) {
    return sum(next, next.load);
  }

  private NodeSecond sum(NodeSecond other, Load its) {
    Histogram both = new Histogram(DIGITS);
    // A distribution never mixes response and service times.
    if (hasResponse || !other.hasResponse) {
      both.add(latency);
    }
    if (other.hasResponse || !hasResponse) {
      both.add(other.latency);
    }
    return new NodeSecond(
        Math.min(startNanos, other.startNanos),
        Math.max(atNanos, other.atNanos),
        other.phase,
        counts.plus(other.counts),
        its,
        Math.max(lagNanosP99, other.lagNanosP99),
        cpuNanos + other.cpuNanos,
        hasResponse || other.hasResponse,
        both);
  }

  /** Encodes the figures as bytes, without loss. */
  public void write(DataOutputStream out) throws IOException {
    out.writeLong(startNanos);
    out.writeLong(atNanos);
    out.writeByte(phase.ordinal());
    out.writeLong(counts.answered);
    out.writeLong(counts.failed);
    out.writeLong(counts.unanswered);
    out.writeDouble(load.targetPerSecond);
    out.writeInt(load.inFlight);
    out.writeInt(load.backlog);
    out.writeLong(lagNanosP99);
    out.writeLong(cpuNanos);
    out.writeBoolean(hasResponse);
    TotalsCodec.write(latency, out);
  }

  /**
   * Decodes figures.
   *
   * @throws IOException if the bytes cannot be decoded
   */
  public static NodeSecond read(DataInputStream in) throws IOException {
    long startNanos = in.readLong();
    long atNanos = in.readLong();
    int phase = in.readUnsignedByte();
    if (phase >= Phase.values().length) {
      throw new IOException("a phase must be below " + Phase.values().length + ", was " + phase);
    }
    return new NodeSecond(
        startNanos,
        atNanos,
        Phase.values()[phase],
        new Counts(in.readLong(), in.readLong(), in.readLong()),
        new Load(in.readDouble(), in.readInt(), in.readInt()),
        in.readLong(),
        in.readLong(),
        in.readBoolean(),
        TotalsCodec.histogram(in, DIGITS));
  }
}
