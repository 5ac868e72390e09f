package org.plimsoll.metrics;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latency;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;

/**
 * A notice to the people on call about a run.
 *
 * @param atNanos time since the start of the run; null in a notice of its end
 * @param period the period of the stall, outage, missed objective or invalid measurement; null in a
 *     notice of the end of a run
 * @param result figures of an ended run, by name; empty while it is running
 */
record Notice(
    Kind kind,
    Instant at,
    @Nullable Long atNanos,
    String text,
    RunEvent.@Nullable Period period,
    Map<String, Object> result) {

  /** The kinds of notices. */
  enum Kind {
    SLO_MISSED("slo-missed", "SLO missed"),
    STALLED("stalled", "Target stalled"),
    OUTAGE("outage", "Every operation fails"),
    ANSWERS_AGAIN("answers-again", "Target answers again"),
    INVALID("invalid", "Measurement invalid"),
    ENDED("ended", "Run ended");

    private final String word;
    private final String title;

    Kind(String word, String title) {
      this.word = word;
      this.title = title;
    }

    String word() {
      return word;
    }

    String title() {
      return title;
    }
  }

  /** Returns the notice about an event of a run; empty for most events. */
  static Optional<Notice> of(RunEvent event, Instant startedAt) {
    RunEvent.Period period = event.period();
    Kind kind = period == null ? null : kind(event.kind(), period.lengthNanos() == null);
    return kind == null
        ? Optional.empty()
        : Optional.of(
            new Notice(
                kind,
                startedAt.plusNanos(event.atNanos()),
                event.atNanos(),
                event.text(),
                period,
                Map.of()));
  }

  private static @Nullable Kind kind(EventKind kind, boolean begins) {
    return switch (kind) {
      case STALL -> begins ? Kind.STALLED : Kind.ANSWERS_AGAIN;
      case OUTAGE -> begins ? Kind.OUTAGE : Kind.ANSWERS_AGAIN;
      case SLO -> begins ? Kind.SLO_MISSED : null;
      case VALIDITY -> begins ? Kind.INVALID : null;
      default -> null;
    };
  }

  /** Returns the notice that a run has ended with a result. */
  static Notice ended(Summary summary, Instant at) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("state", "finished");
    result.put("validity", summary.verdict().validity().text());
    StringBuilder text = new StringBuilder(summary.verdict().validity().text());
    if (summary.verdict().slo() != SloOutcome.NONE) {
      result.put("slo", summary.verdict().slo().text());
      text.append(", SLO ").append(summary.verdict().slo().text());
    }
    result.put("objectives", summary.verdict().objectives());
    double perSecond = summary.figures().throughputPerSecond();
    result.put("throughputPerSecond", perSecond);
    text.append(", ").append(Figures.rate(perSecond));
    addLatency(summary.all(), result, text);
    Double errorShare = summary.accounting().errorShare();
    if (errorShare != null) {
      result.put("errorShare", errorShare);
      text.append(", errors ").append(Figures.percent(errorShare));
    }
    result.put(
        "findings", summary.verdict().findings().stream().map(Summary.Finding::text).toList());
    return new Notice(Kind.ENDED, at, null, text.toString(), null, result);
  }

  private static void addLatency(
      Summary.OperationSummary all, Map<String, Object> result, StringBuilder text) {
    Latency response = all.responseNanos();
    Latency latency = response == null ? all.serviceNanos() : response;
    Long p99 = latency.percentiles().p99();
    Long above = latency.missing().censoredAboveNanos();
    if (p99 != null) {
      result.put("p99Nanos", p99);
      text.append(", p99 ").append(Figures.duration(p99));
    } else if (above != null && latency.missing().censored().contains("p99")) {
      result.put("p99AboveNanos", above);
      text.append(", p99 > ").append(Figures.duration(above));
    }
  }

  /** Returns the notice that the whole measurement is invalid. */
  static Notice invalid(Summary summary, Instant at) {
    List<Summary.Finding> findings = summary.verdict().findings();
    String why = findings.isEmpty() ? "" : ": " + findings.getFirst().text();
    return new Notice(Kind.INVALID, at, null, "the measurement is invalid" + why, null, Map.of());
  }

  /** Returns the notice that a run has ended without a result. */
  static Notice failed(String problem, Instant at) {
    return new Notice(Kind.ENDED, at, null, "failed: " + problem, null, Map.of("state", "failed"));
  }
}
