package org.plimsoll.server.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.ResultJson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/**
 * The audit log: one JSON line for each change and its caller, appended to {@code audit.jsonl} in
 * the folder of the runs. A full file is renamed to {@code audit.1.jsonl} and so on; the oldest is
 * deleted. Entries contain neither bodies nor queries, and so no secrets. Thread-safe.
 */
public final class AuditLog {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final long FILE_BYTES_MAX = 8 << 20;
  private static final int FILES_MAX = 5;
  private static final int SHOWN_MAX = 1_000;

  private final Path folder;
  private final long fileBytesMax;
  private final Deque<Entry> latest = new ArrayDeque<>();
  private boolean isRead;

  /**
   * An action of a caller, done or refused.
   *
   * @param at ISO-8601
   * @param who the name of the caller; null when not authenticated
   * @param from the address of the caller
   * @param action method and path
   * @param run the id of the run; null when the action is not about one
   * @param status the HTTP status of the answer
   */
  public record Entry(
      String at,
      @Nullable String who,
      String from,
      String action,
      @Nullable String run,
      int status,
      String outcome) {}

  public AuditLog(Path folder) {
    this(folder, FILE_BYTES_MAX);
  }

  AuditLog(Path folder, long fileBytesMax) {
    this.folder = folder;
    this.fileBytesMax = fileBytesMax;
  }

  /** Appends an entry. */
  public synchronized void add(Entry entry) {
    read();
    latest.addLast(entry);
    if (latest.size() > SHOWN_MAX) {
      latest.removeFirst();
    }
    Path file = file(0);
    try {
      Files.createDirectories(folder);
      if (Files.exists(file) && Files.size(file) >= fileBytesMax) {
        rotate();
      }
      Files.writeString(
          file,
          ResultJson.mapper().writeValueAsString(entry).replaceAll("\\R", " ") + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      LOG.error("Cannot write to the audit log: {}", entry, e);
    }
  }

  /** The latest entries, the newest first. */
  public synchronized List<Entry> latest(int most) {
    read();
    List<Entry> entries = new ArrayList<>(latest);
    Collections.reverse(entries);
    return entries.subList(0, Math.min(most, entries.size()));
  }

  private void rotate() throws IOException {
    for (int i = FILES_MAX - 1; i > 0; i--) {
      if (Files.exists(file(i - 1))) {
        Files.move(file(i - 1), file(i), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private Path file(int number) {
    return folder.resolve(number == 0 ? "audit.jsonl" : "audit." + number + ".jsonl");
  }

  /** Reads the entries of earlier processes, once. */
  private void read() {
    if (isRead) {
      return;
    }
    isRead = true;
    for (int i = 1; i >= 0; i--) {
      try {
        if (Files.exists(file(i))) {
          Files.readAllLines(file(i)).forEach(this::remember);
        }
      } catch (IOException e) {
        LOG.warn("Cannot read {}", file(i), e);
      }
    }
  }

  private void remember(String line) {
    try {
      Map<String, Object> its = ResultJson.mapper().readValue(line, new TypeReference<>() {});
      latest.addLast(ResultJson.mapper().convertValue(its, Entry.class));
      if (latest.size() > SHOWN_MAX) {
        latest.removeFirst();
      }
    } catch (JacksonException | IllegalArgumentException e) {
      // The last line of a process that was killed.
      LOG.debug("A line of the audit log is incomplete", e);
    }
  }
}
