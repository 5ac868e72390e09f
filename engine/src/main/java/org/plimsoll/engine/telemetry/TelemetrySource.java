package org.plimsoll.engine.telemetry;

import java.util.Map;
import org.plimsoll.result.SeriesId;

/** A source of the target's telemetry, read by one thread only. */
interface TelemetrySource extends AutoCloseable {
  /** Returns the name of the source in warnings, without secrets. */
  String name();

  /** Reads the source now; missing values are left out. */
  Map<SeriesId, Double> read() throws Exception;

  @Override
  default void close() {}
}
