package org.plimsoll.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether throughput, p50 and p99 of a measurement were in steady state.
 *
 * @param answer {@code steady}, {@code never steady}, {@code load changed} or {@code insufficient
 *     data}
 * @param fromNanos start of the steady part, since the start of the run; null if there is none
 * @param changes change points, in order of time
 * @param spread variation between seconds, by the name of the figure
 */
public record SteadyState(
    String answer, @Nullable Long fromNanos, List<Change> changes, Map<String, Spread> spread) {
  public SteadyState {
    changes = changes == null ? List.of() : List.copyOf(changes);
    spread = spread == null ? Map.of() : spread;
  }

  /** A change in a figure's level. Percentiles are in nanoseconds. */
  public record Change(String figure, long atNanos, double before, double after) {
    /** Returns the change as text, such as {@code p50 changed from 1.02 ms to 3.10 ms at 0:42}. */
    public String text() {
      return "%s changed from %s to %s at %s"
          .formatted(
              figure.startsWith("p") ? figure : "throughput",
              shown(before),
              shown(after),
              Figures.clock(atNanos));
    }

    private String shown(double value) {
      return figure.startsWith("p")
          ? Figures.duration(value)
          : Figures.rate(value >= 100 ? Math.rint(value) : value);
    }
  }
}
