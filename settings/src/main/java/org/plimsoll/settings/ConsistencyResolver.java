package org.plimsoll.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.plimsoll.engine.spec.ConsistencySpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ScenarioSpec;

/** Makes the spec of what is found out about consistency. */
final class ConsistencyResolver {
  /** Room for the stamp that says which write a value is; see the layout of values. */
  private static final long MINIMUM_VALUE_BYTES = 48;

  /** A session of one client on one key takes 64 bytes. */
  private static final long MAXIMUM_SESSIONS = 4_000_000;

  private ConsistencyResolver() {}

  /** A probe, or a file for the history, asks for the rest as well. */
  static ConsistencySpec resolve(RunResolver values, List<ScenarioSpec> scenarios) {
    Duration probe = values.find(RunSettings.CONSISTENCY_PROBE);
    String history = values.find(RunSettings.HISTORY);
    if (!values.get(RunSettings.CONSISTENCY) && probe == null && history == null) {
      return ConsistencySpec.off();
    }
    if (scenarios.stream()
        .anyMatch(
            each -> each.parameters().workload().valueBytes().lowerBound() < MINIMUM_VALUE_BYTES)) {
      throw new InvalidSpecException(
          "value-bytes: must never be below "
              + MINIMUM_VALUE_BYTES
              + " with consistency, so that a value has room to say which write it is, was '"
              + values.text("value-bytes")
              + "'");
    }
    if (scenarios.stream().anyMatch(each -> each.parameters().workload().updatesFields())) {
      throw new InvalidSpecException(
          "update-fields: must be all with consistency, so that a row says which write it is, was '"
              + values.text("update-fields")
              + "'");
    }
    if (history != null) {
      requireWritable(history);
    }
    long keys = values.get(RunSettings.CONSISTENCY_KEYS);
    long clients = values.get(RunSettings.CONSISTENCY_CLIENTS);
    if (keys * clients > MAXIMUM_SESSIONS) {
      throw new InvalidSpecException(
          "consistency-clients: times consistency-keys must be at most 4m, was '"
              + values.text("consistency-clients")
              + "' times '"
              + values.text("consistency-keys")
              + "'");
    }
    return new ConsistencySpec(
        true,
        (int) keys,
        (int) clients,
        probe == null ? 0 : probe.toNanos(),
        values.get(RunSettings.CONSISTENCY_POLL).toNanos(),
        values.get(RunSettings.CONSISTENCY_SETTLE).toNanos(),
        values.count(RunSettings.HISTORY_OPS),
        history,
        values.get(RunSettings.HISTORY_FORMAT));
  }

  /** Before any load, and not after it. */
  private static void requireWritable(String file) {
    Path path = Path.of(file).toAbsolutePath();
    Path parent = path.getParent();
    if (Files.isDirectory(path) || parent == null || !Files.isDirectory(parent)) {
      throw new InvalidSpecException(
          "history: must be a file in a folder that exists, was '" + file + "'");
    }
  }
}
