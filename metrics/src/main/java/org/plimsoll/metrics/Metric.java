package org.plimsoll.metrics;

import java.util.List;
import org.plimsoll.metrics.MetricLabels.Label;

/**
 * All metrics, defined once for the sinks, the reference page and the dashboard's test. Names have
 * dots; names for systems with other conventions are derived from them.
 */
enum Metric {
  RUN(
      Kind.INFO,
      "plimsoll.run",
      Unit.NONE,
      "The run and its target; its value is 1.",
      Label.TARGET),
  RUNNING(
      Kind.COUNTER,
      "plimsoll.running",
      Unit.SECONDS,
      "Elapsed time of the run, by phase and by whether the generator disturbed the result.",
      Label.PHASE,
      Label.VALIDITY),
  SCHEDULED(
      Kind.COUNTER,
      "plimsoll.scheduled",
      Unit.NONE,
      "Operations that became due.",
      Label.SCENARIO,
      Label.PHASE),
  OPERATIONS(
      Kind.COUNTER,
      "plimsoll.operations",
      Unit.NONE,
      "Operations that ended, by outcome: succeeded, not-found, failed, timed-out, not-sent, shed.",
      Label.SCENARIO,
      Label.PHASE,
      Label.OUTCOME),
  CLIENT_CACHED(
      Kind.COUNTER,
      "plimsoll.client.cached",
      Unit.NONE,
      "Reads that the simulated client cache answered.",
      Label.SCENARIO,
      Label.PHASE),
  FAILURES(
      Kind.COUNTER,
      "plimsoll.failures",
      Unit.NONE,
      "Failed operations by the driver's code.",
      Label.SCENARIO,
      Label.PHASE,
      Label.CODE),
  TRANSFERRED(
      Kind.COUNTER,
      "plimsoll.transferred",
      Unit.BYTES,
      "Bytes of rows read and written.",
      Label.PHASE),
  RESPONSE(
      Kind.HISTOGRAM,
      "plimsoll.response",
      Unit.SECONDS,
      "Response time: from the intended start to the response; not in a closed load.",
      Label.SCENARIO,
      Label.PHASE,
      Label.OPERATION),
  SERVICE(
      Kind.HISTOGRAM,
      "plimsoll.service",
      Unit.SECONDS,
      "Service time: from sending to the response.",
      Label.SCENARIO,
      Label.PHASE,
      Label.OPERATION),
  LAG(
      Kind.HISTOGRAM,
      "plimsoll.dispatch.lag",
      Unit.SECONDS,
      "Dispatch lag: from the intended start to the actual start.",
      Label.PHASE),
  TARGET_RATE(
      Kind.GAUGE,
      "plimsoll.target.rate",
      Unit.NONE,
      "Target rate in operations per second; 0 in a closed load.",
      Label.SCENARIO),
  IN_FLIGHT(Kind.GAUGE, "plimsoll.in.flight", Unit.NONE, "Operations in flight.", Label.SCENARIO),
  BACKLOG(
      Kind.GAUGE,
      "plimsoll.backlog",
      Unit.NONE,
      "Arrivals that wait for a free slot or session.",
      Label.SCENARIO),
  CPU(Kind.GAUGE, "plimsoll.generator.cpu", Unit.CORES, "CPU cores that the generator uses."),
  PAUSE(
      Kind.GAUGE,
      "plimsoll.generator.pause",
      Unit.SECONDS,
      "Longest pause of the generator in the last second."),
  STEAL(
      Kind.GAUGE,
      "plimsoll.generator.steal",
      Unit.RATIO,
      "Share of the machine's CPU time that the hypervisor gave to others in the last second."),
  HEAP(Kind.GAUGE, "plimsoll.generator.heap", Unit.BYTES, "Heap that the generator uses."),
  EVENTS(
      Kind.COUNTER,
      "plimsoll.events",
      Unit.NONE,
      "Events of the run: phases, parameter changes, warnings and others.",
      Label.KIND),
  TELEMETRY(
      Kind.GAUGE,
      "plimsoll.telemetry",
      Unit.NONE,
      "Telemetry of the target, of one node or of all; the unit is part of the reading's name.",
      Label.READING,
      Label.NODE),
  COUNTED(
      Kind.COUNTER,
      "plimsoll.driver.counted",
      Unit.NONE,
      "Counters of the driver, such as cache hits, consumed capacity and throttles.",
      Label.PHASE,
      Label.COUNTER),
  LAST_RESPONSE(
      Kind.LAST_SECOND,
      "plimsoll.last.second.response",
      Unit.SECONDS,
      "Percentile of this generator's response times in the last second. Must not be averaged.",
      Label.SCENARIO,
      Label.OPERATION,
      Label.PERCENTILE),
  LAST_SERVICE(
      Kind.LAST_SECOND,
      "plimsoll.last.second.service",
      Unit.SECONDS,
      "Percentile of this generator's service times in the last second. Must not be averaged.",
      Label.SCENARIO,
      Label.OPERATION,
      Label.PERCENTILE);

  /** The kinds of metrics. */
  enum Kind {
    INFO,
    COUNTER,
    GAUGE,
    HISTOGRAM,
    /** A gauge that is sent only to systems without histograms. */
    LAST_SECOND
  }

  /** The units of metrics, as part of names and in UCUM notation. */
  enum Unit {
    NONE("", "1"),
    SECONDS("seconds", "s"),
    BYTES("bytes", "By"),
    RATIO("ratio", "1"),
    CORES("cores", "{cpu}");

    final String word;
    final String ucum;

    Unit(String word, String ucum) {
      this.word = word;
      this.ucum = ucum;
    }
  }

  final Kind kind;
  final String dotted;
  final Unit unit;
  final String description;

  @SuppressWarnings("ImmutableEnumChecker") // It is List.of.
  final List<Label> labels;

  Metric(Kind kind, String dotted, Unit unit, String description, Label... labels) {
    this.kind = kind;
    this.dotted = dotted;
    this.unit = unit;
    this.description = description;
    this.labels = List.of(labels);
  }

  /** Returns the labels of the metric with these values. */
  MetricLabels labels(String... values) {
    return new MetricLabels(labels, List.of(values));
  }

  /** Returns the name with its unit: {@code plimsoll.response.seconds}. */
  String nameWithUnit() {
    return unit.word.isEmpty() ? dotted : dotted + "." + unit.word;
  }

  /**
   * Returns the name for Prometheus' client library, which adds suffixes such as {@code _total}
   * itself.
   */
  String prometheusBase() {
    return nameWithUnit().replace('.', '_');
  }

  /** Returns the name on the page that Prometheus scrapes. */
  String prometheusName() {
    return switch (kind) {
      case COUNTER -> prometheusBase() + "_total";
      case INFO -> prometheusBase() + "_info";
      case GAUGE, HISTOGRAM, LAST_SECOND -> prometheusBase();
    };
  }
}
