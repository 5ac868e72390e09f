package org.plimsoll.settings;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.plimsoll.engine.spec.ConsistencySpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.settings.text.Refusal;

/** Resolves the settings of the consistency check. */
final class ConsistencyResolver {
  /** The size of the stamp that identifies a write; see the layout of values. */
  private static final long MINIMUM_VALUE_BYTES = 48;

  /** Maximum number of clients times keys. The state of one client on one key takes 64 bytes. */
  private static final long MAXIMUM_SESSIONS = 4_000_000;

  private ConsistencyResolver() {}

  /** Resolves the check. A probe or a history file also enables the check. */
  static ConsistencySpec resolve(GivenValues values, List<ScenarioSpec> scenarios) {
    Duration probe = values.find(ConsistencySettings.CONSISTENCY_PROBE);
    String history = values.find(ConsistencySettings.HISTORY);
    if (!values.get(ConsistencySettings.CONSISTENCY) && probe == null && history == null) {
      return ConsistencySpec.off();
    }
    if (scenarios.stream()
        .anyMatch(each ->
            each.parameters().workload().rows().valueBytes().lowerBound() < MINIMUM_VALUE_BYTES)) {
      throw values.refused(
          WorkloadSettings.VALUE_BYTES,
          "must never be below "
              + MINIMUM_VALUE_BYTES
              + " with consistency, so that a value can contain the stamp of its write");
    }
    if (scenarios.stream().anyMatch(each -> each.parameters().workload().rows().updatesFields())) {
      throw values.refused(
          WorkloadSettings.UPDATE_FIELDS,
          "must be all with consistency, so that a row has the stamp of one write");
    }
    if (history != null) {
      requireWritable(history);
    }
    long keys = values.get(ConsistencySettings.CONSISTENCY_KEYS);
    long clients = values.get(ConsistencySettings.CONSISTENCY_CLIENTS);
    if (keys * clients > MAXIMUM_SESSIONS) {
      throw Refusal.of(
          "consistency-clients",
          "times consistency-keys must be at most 4m",
          clients + "' times '" + keys);
    }
    return new ConsistencySpec(
        true,
        (int) keys,
        (int) clients,
        new ConsistencySpec.Probe(
            probe == null ? 0 : probe.toNanos(),
            values.get(ConsistencySettings.CONSISTENCY_POLL).toNanos()),
        values.get(ConsistencySettings.CONSISTENCY_SETTLE).toNanos(),
        new ConsistencySpec.History(
            values.count(ConsistencySettings.HISTORY_OPS),
            history,
            values.get(ConsistencySettings.HISTORY_FORMAT)));
  }

  /** Checks that the history file can be written, before any load. */
  private static void requireWritable(String file) {
    if (!isWritable(file)) {
      throw Refusal.of("history", "must be a file in a folder that exists", file);
    }
  }

  private static boolean isWritable(String file) {
    try {
      Path path = Path.of(file).toAbsolutePath();
      Path parent = path.getParent();
      return !Files.isDirectory(path) && parent != null && Files.isDirectory(parent);
    } catch (InvalidPathException e) {
      return false; // the name contains a NUL, which no file name can have
    }
  }
}
