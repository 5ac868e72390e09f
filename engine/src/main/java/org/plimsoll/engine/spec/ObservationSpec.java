package org.plimsoll.engine.spec;

import java.util.List;

/**
 * Metric sinks and telemetry sources of a run.
 *
 * @param sinks where the run's metrics and notices are sent
 * @param telemetry sources of the target's own numbers, in addition to the driver
 * @param readsDriver whether the driver reads its server's numbers
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

  /** No sinks and no telemetry. */
  public static ObservationSpec none() {
    return new ObservationSpec(List.of(), List.of(), false, 1_000_000_000L);
  }
}
