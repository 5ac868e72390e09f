package org.plimsoll.driver.sim;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.DurationText;
import org.plimsoll.api.Quantities;

/**
 * The throughput limit of the server, which may change with time. It is {@code μ0} operations per
 * second at first, and {@code μk} from the instant {@code Tk} onward.
 *
 * <p>A queue whose server changes its rate equals a queue with a constant rate on a clock that runs
 * at that rate. In the server's own time {@code s} (see {@link Stalls}, which maps {@code Tk} to
 * {@code Sk}) the work done is
 *
 * <pre>V(s) = Vk + (s − Sk)·μk/μ0    for the last Sk ≤ s,    V0 = S0 = 0</pre>
 *
 * in nanoseconds at the initial rate. {@code V} is continuous and increasing, so it has an inverse.
 * Each operation takes {@code 1/μ0} of it.
 */
record Capacity(double first, List<Change> changes) {
  Capacity {
    changes = List.copyOf(changes);
    for (int i = 1; i < changes.size(); i++) {
      if (changes.get(i).afterNanos() <= changes.get(i - 1).afterNanos()) {
        throw new IllegalArgumentException(
            "max-throughput-changes: must be in the order of time, was '"
                + changes.get(i - 1)
                + ","
                + changes.get(i)
                + "'");
      }
    }
  }

  /**
   * The throughput in operations per second, starting at the given time after the first operation.
   */
  record Change(long afterNanos, double maxThroughput) {
    @Override
    public String toString() {
      return DurationText.of(Duration.ofNanos(afterNanos)) + ":" + figure(maxThroughput);
    }
  }

  /** Parses changes such as {@code 30s:2000,60s:1500}. */
  static List<Change> parse(String text) {
    List<Change> changes = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String[] both = part.split(":", -1);
      if (both.length != 2) {
        throw new IllegalArgumentException("not a time and a number");
      }
      Duration after = Quantities.parseDuration(both[0].strip());
      if (after.toDays() > 365) {
        throw new IllegalArgumentException("must be within 365d");
      }
      changes.add(new Change(after.toNanos(), throughput(both[1].strip())));
    }
    return List.copyOf(changes);
  }

  /** Parses a throughput in operations per second. */
  static double throughput(String text) {
    double operationsPerSecond = Quantities.parseDecimal(text);
    if (operationsPerSecond < 0.001) {
      throw new IllegalArgumentException("must be at least 0.001");
    }
    return operationsPerSecond;
  }

  /** Formats a number without a trailing {@code .0}: 2000, not 2000.0. */
  static String figure(double value) {
    return value == Double.POSITIVE_INFINITY
        ? "none"
        : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(figure(first));
    changes.forEach(change -> text.append(", ").append(change));
    return text.toString();
  }

  /** Creates the clock that converts the server's own time to work done. */
  Clock clock(Stalls stalls) {
    List<Segment> segments = new ArrayList<>();
    segments.add(new Segment(0, 0, 1));
    for (Change change : changes) {
      Segment last = segments.getLast();
      long servingNanos = stalls.servingNanos(change.afterNanos());
      segments.add(
          new Segment(servingNanos, last.workNanos(servingNanos), change.maxThroughput() / first));
    }
    return new Clock(segments);
  }

  /** An interval with constant throughput. */
  private record Segment(long fromServingNanos, long fromWorkNanos, double pace) {
    long workNanos(long servingNanos) {
      return fromWorkNanos + scaled(servingNanos - fromServingNanos, pace);
    }

    long servingNanos(long workNanos) {
      return fromServingNanos + scaled(workNanos - fromWorkNanos, 1 / pace);
    }

    private static long scaled(long nanos, double factor) {
      return factor == 1 ? nanos : Math.round(nanos * factor);
    }
  }

  /** Converts the server's own time to the work done by then, and work to time. */
  static final class Clock {
    private final List<Segment> segments;

    private Clock(List<Segment> segments) {
      this.segments = List.copyOf(segments);
    }

    long workNanos(long servingNanos) {
      int i = segments.size() - 1;
      while (i > 0 && segments.get(i).fromServingNanos() > servingNanos) {
        i--;
      }
      return segments.get(i).workNanos(servingNanos);
    }

    long servingNanos(long workNanos) {
      int i = segments.size() - 1;
      while (i > 0 && segments.get(i).fromWorkNanos() > workNanos) {
        i--;
      }
      return segments.get(i).servingNanos(workNanos);
    }
  }
}
