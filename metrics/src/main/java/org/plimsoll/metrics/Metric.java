package org.plimsoll.metrics;

import java.util.List;
import org.plimsoll.metrics.MetricLabels.Label;

/**
 * Every metric, described once: what the sinks send, the reference page and the dashboard's test
 * all follow from it. A name has dots; where a system has another custom it is made from this one.
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
      "How long the run has gone on, by phase, and whether the generator mattered meanwhile.",
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
      "Operations that ended, by how: succeeded, not-found, failed, timed-out, not-sent, shed.",
      Label.SCENARIO,
      Label.PHASE,
      Label.OUTCOME),
  CLIENT_CACHED(
      Kind.COUNTER,
      "plimsoll.client.cached",
      Unit.NONE,
      "Reads that the tool answered itself, in place of a cache.",
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
      "Bytes of rows that were read and written.",
      Label.PHASE),
  RESPONSE(
      Kind.HISTOGRAM,
      "plimsoll.response",
      Unit.SECONDS,
      "Time from the intended start to the answer; not in a closed load.",
      Label.SCENARIO,
      Label.PHASE,
      Label.OPERATION),
  SERVICE(
      Kind.HISTOGRAM,
      "plimsoll.service",
      Unit.SECONDS,
      "Time from sending to the answer.",
      Label.SCENARIO,
      Label.PHASE,
      Label.OPERATION),
  LAG(
      Kind.HISTOGRAM,
      "plimsoll.dispatch.lag",
      Unit.SECONDS,
      "Time from the intended start to the real one.",
      Label.PHASE),
  TARGET_RATE(
      Kind.GAUGE,
      "plimsoll.target.rate",
      Unit.NONE,
      "Operations per second that are asked for; 0 in a closed load.",
      Label.SCENARIO),
  IN_FLIGHT(
      Kind.GAUGE,
      "plimsoll.in.flight",
      Unit.NONE,
      "Operations that have not returned.",
      Label.SCENARIO),
  BACKLOG(
      Kind.GAUGE, "plimsoll.backlog", Unit.NONE, "Arrivals that wait for room.", Label.SCENARIO),
  CPU(Kind.GAUGE, "plimsoll.generator.cpu", Unit.CORES, "Processors that the generator uses."),
  PAUSE(
      Kind.GAUGE,
      "plimsoll.generator.pause",
      Unit.SECONDS,
      "Longest stop of the generator in the last second."),
  STEAL(
      Kind.GAUGE,
      "plimsoll.generator.steal",
      Unit.RATIO,
      "Share of the machine's processors that a hypervisor kept back in the last second."),
  HEAP(Kind.GAUGE, "plimsoll.generator.heap", Unit.BYTES, "Heap that the generator uses."),
  EVENTS(
      Kind.COUNTER,
      "plimsoll.events",
      Unit.NONE,
      "Phases, parameter changes, warnings and what else is in the log of events.",
      Label.KIND),
  TELEMETRY(
      Kind.GAUGE,
      "plimsoll.telemetry",
      Unit.NONE,
      "What was read from the target's side; the unit is in the reading's name.",
      Label.READING),
  LAST_RESPONSE(
      Kind.LAST_SECOND,
      "plimsoll.last.second.response",
      Unit.SECONDS,
      "Percentile of the response times of this generator's last second. Never to be averaged.",
      Label.SCENARIO,
      Label.OPERATION,
      Label.PERCENTILE),
  LAST_SERVICE(
      Kind.LAST_SECOND,
      "plimsoll.last.second.service",
      Unit.SECONDS,
      "Percentile of the service times of this generator's last second. Never to be averaged.",
      Label.SCENARIO,
      Label.OPERATION,
      Label.PERCENTILE);

  /** What a value is. */
  enum Kind {
    INFO,
    COUNTER,
    GAUGE,
    HISTOGRAM,
    /** A gauge that only systems without histograms get. */
    LAST_SECOND
  }

  /** What a value counts; as a part of names, and as UCUM has it. */
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

  /** Its labels with these values. */
  MetricLabels labels(String... values) {
    return new MetricLabels(labels, List.of(values));
  }

  /** With its unit: {@code plimsoll.response.seconds}. */
  String nameWithUnit() {
    return unit.word.isEmpty() ? dotted : dotted + "." + unit.word;
  }

  /** As Prometheus' client library wants it, which adds {@code _total} and the like itself. */
  String prometheusBase() {
    return nameWithUnit().replace('.', '_');
  }

  /** As it stands on the page that Prometheus scrapes. */
  String prometheusName() {
    return switch (kind) {
      case COUNTER -> prometheusBase() + "_total";
      case INFO -> prometheusBase() + "_info";
      case GAUGE, HISTOGRAM, LAST_SECOND -> prometheusBase();
    };
  }
}
