package org.plimsoll.report.folder;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.plimsoll.result.RunStart;
import tools.jackson.databind.JsonNode;

/** The process that writes a run folder, as {@code run.json} identifies it. */
final class Writer {
  /**
   * Tolerance for the start time of a process, which the operating system computes from its boot
   * time.
   */
  private static final Duration TOLERANCE = Duration.ofSeconds(10);

  private Writer() {}

  /**
   * Returns whether the process still exists on this machine. A process that started after the run
   * only has the same id, as in a container that was restarted. A process on another machine counts
   * as ended.
   */
  static boolean isAlive(JsonNode run) {
    Optional<Instant> startedAt = startedAt(run);
    return run.path("state").asString("running").equals("running")
        && run.path("host").asString("").equals(RunStart.hostName())
        && startedAt.isPresent()
        && ProcessHandle.of(run.path("processId").asLong(0))
            .filter(ProcessHandle::isAlive)
            .flatMap(process -> process.info().startInstant())
            .filter(start -> start.isBefore(startedAt.get().plus(TOLERANCE)))
            .isPresent();
  }

  /** Returns whether the process that wrote the run still exists and is not this process. */
  static boolean isAliveElsewhere(JsonNode run) {
    return run.path("processId").asLong(0) != ProcessHandle.current().pid() && isAlive(run);
  }

  private static Optional<Instant> startedAt(JsonNode run) {
    try {
      return Optional.of(Instant.parse(run.path("startedAt").asString("")));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
