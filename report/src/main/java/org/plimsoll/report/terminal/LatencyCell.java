package org.plimsoll.report.terminal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Confidence;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;

/** One figure of a distribution as text, or the reason why it is missing. */
public record LatencyCell(String text, Kind kind) {
  public static final List<String> NAMES =
      List.of("min", "mean", "p50", "p90", "p95", "p99", "p999", "p9999", "max");
  public static final List<String> TITLES =
      List.of("min", "mean", "p50", "p90", "p95", "p99", "p99.9", "p99.99", "max");

  /** The names of the figures that fit a page of paper. */
  public static final List<String> PAGE =
      List.of("min", "mean", "p50", "p95", "p99", "p999", "max");

  public static final String UNSUPPORTED = "fewer than 10 samples lie beyond it";
  public static final String CENSORED = "it falls among operations that did not end in time";
  public static final String MEANLESS = "some operations did not end in time, so there is no mean";

  /** Explains {@link #mark} to the reader. */
  public static final String FEW = "more than 10 % of the operations failed, and have no latency";

  public static final String ABSENT = "no answer was timed";

  /** The kinds of cells: a number, or a reason why there is none. */
  public enum Kind {
    NUMBER,
    CENSORED,
    UNSUPPORTED,
    /** The mean of operations, some of which did not end in time. */
    MEANLESS,
    ABSENT
  }

  /** Returns the cell's text, with a mark if more than 10 % of the operations failed. */
  public static String marked(Latency latency, String name) {
    LatencyCell cell = of(latency, name);
    return cell.kind == Kind.NUMBER ? cell.text + mark(latency) : cell.text;
  }

  /**
   * Returns the mark for figures that cover only some of the operations; empty if they cover nearly
   * all.
   */
  public static String mark(Latency latency) {
    return latency.leavesOutFailures() ? "*" : "";
  }

  /** The names of the figures that a table of 80 columns shows. */
  private static final List<String> WIDE =
      List.of("min", "mean", "p50", "p95", "p99", "p999", "p9999", "max");

  /** The names of the figures that a table shows on a narrow screen. */
  private static final List<String> NARROW = List.of("mean", "p50", "p95", "p99", "p999", "max");

  /** Returns the names of the figures that fit a screen. */
  static List<String> names(boolean isNarrow) {
    return isNarrow ? NARROW : WIDE;
  }

  public static String title(String name) {
    return TITLES.get(NAMES.indexOf(name));
  }

  /** Returns the cell of one of {@link #NAMES}. */
  public static LatencyCell of(Latency latency, String name) {
    @Nullable Double nanos = Latencies.named(latency, name);
    boolean isCensored =
        latency.missing().censored().contains(name)
            || (name.equals("mean") && latency.missing().censoredAboveNanos() != null);
    if (nanos != null) {
      return new LatencyCell(Figures.duration(nanos), Kind.NUMBER);
    } else if (isCensored && name.equals("mean")) {
      return new LatencyCell(Figures.NONE, Kind.MEANLESS);
    } else if (isCensored) {
      Long above = latency.missing().censoredAboveNanos();
      return new LatencyCell(above == null ? "> timeout" : "> " + bound(above), Kind.CENSORED);
    } else if (latency.missing().unsupported().contains(name)) {
      return new LatencyCell(Figures.NONE, Kind.UNSUPPORTED);
    }
    return new LatencyCell(Figures.NONE, Kind.ABSENT);
  }

  /**
   * Returns half the width of a figure's confidence interval, relative to the figure; empty without
   * an interval.
   */
  public static String halfWidth(Latency latency, String name) {
    Confidence confidence = latency.confidence();
    if (confidence == null || name.equals("max")) {
      return "";
    }
    Confidence.Range range = confidence.intervals().get(name);
    Double value = Latencies.named(latency, name);
    Double half = range == null || value == null ? null : range.halfWidth(value);
    return half == null ? (range == null ? "" : "?") : Figures.percent(half);
  }

  /**
   * Returns the interval as text, or the reason why there is none; empty if it was not computed.
   */
  public static String interval(Latency latency, String name) {
    Confidence confidence = latency.confidence();
    if (confidence == null) {
      return "";
    }
    Confidence.Range range = confidence.intervals().get(name);
    if (range == null) {
      String reason = confidence.insufficient().get(name);
      return reason == null ? "" : "no confidence interval: " + reason;
    }
    Double high = range.high();
    return "%s confidence: from %s to %s"
        .formatted(
            Figures.percent(confidence.level()),
            Figures.duration(range.low()),
            high == null ? "beyond the timeout" : Figures.duration(high));
  }

  /** Returns a timeout in its shortest form: {@code 5 s}, not {@code 5.00 s}. */
  public static String bound(long nanos) {
    return Figures.duration(nanos).replaceFirst("(\\.\\d*?)0+ ", "$1 ").replace(". ", " ");
  }

  public String reason() {
    return switch (kind) {
      case NUMBER -> "";
      case CENSORED -> CENSORED;
      case UNSUPPORTED -> UNSUPPORTED;
      case MEANLESS -> MEANLESS;
      case ABSENT -> ABSENT;
    };
  }
}
