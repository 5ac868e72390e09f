package org.plimsoll.engine.telemetry;

import java.util.Map;

/** A source of the target's own numbers, read by one thread only. */
interface TelemetrySource extends AutoCloseable {
  /** The name of the source in warnings, without secrets. */
  String name();

  /** Reads the source now; missing values are left out. */
  Map<String, Double> read() throws Exception;

  @Override
  default void close() {}
}
