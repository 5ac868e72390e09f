package org.plimsoll.engine.spec;

import java.util.List;

/**
 * Metric sinks and telemetry sources of a run.
 *
 * @param sinks destinations of the run's metrics and notices
 * @param telemetry sources of the target's telemetry, in addition to the driver
 * @param readsDriver whether the driver reads its server's metrics
 * @param telemetryEveryNanos time between two readings
 */
public record ObservationSpec(
    List<SinkSpec> sinks,
    List<TelemetrySpec> telemetry,
    boolean readsDriver,
    long telemetryEveryNanos) {
  public ObservationSpec {
    sinks = List.copyOf(sinks);
    telemetry = List.copyOf(telemetry);
  }

  /** Returns a specification without sinks and telemetry. */
  public static ObservationSpec none() {
    return new ObservationSpec(List.of(), List.of(), false, 1_000_000_000L);
  }
}
