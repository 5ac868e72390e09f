package org.plimsoll.server.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plimsoll.report.folder.PrivateFiles;
import org.plimsoll.report.folder.ResultJson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/**
 * The files for one kind of entries in the audit log: {@code NAME.jsonl}, which is renamed to
 * {@code NAME.1.jsonl} and so on when it is full. The oldest file is deleted. Only its owner can
 * read them. Not thread-safe.
 */
final class AuditTrail {
  private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
  private static final int FILES_MAX = 5;
  private static final Pattern LINE_BREAK = Pattern.compile("\\R");

  private final Path folder;
  private final String name;
  private final long fileBytesMax;
  private final int shownMax;
  private final Deque<AuditEntry> latest = new ArrayDeque<>();
  private final boolean writes;
  private boolean isRead;

  /** Number of entries that could not be written since the last written entry. */
  private long missed;

  AuditTrail(Path folder, String name, long fileBytesMax, int shownMax) {
    this(folder, name, fileBytesMax, shownMax, true);
  }

  private AuditTrail(Path folder, String name, long fileBytesMax, int shownMax, boolean writes) {
    this.folder = folder;
    this.name = name;
    this.fileBytesMax = fileBytesMax;
    this.shownMax = shownMax;
    this.writes = writes;
  }

  /** Creates a trail that reads the files of another process and writes none. */
  static AuditTrail inMemory(Path folder, String name, int shownMax) {
    return new AuditTrail(folder, name, Long.MAX_VALUE, shownMax, false);
  }

  void add(AuditEntry entry) {
    read();
    remember(entry);
    if (!writes) {
      return;
    }
    Path file = file(0);
    try {
      PrivateFiles.createFolders(folder);
      if (Files.exists(file) && Files.size(file) >= fileBytesMax) {
        rotate();
      }
      PrivateFiles.createFile(file);
      Files.writeString(
          file,
          LINE_BREAK.matcher(ResultJson.mapper().writeValueAsString(entry)).replaceAll(" ") + "\n",
          StandardOpenOption.APPEND);
      if (missed > 0) {
        LOG.error("{} entries are missing in {}, which can be written again", missed, file);
        missed = 0;
      }
    } catch (IOException e) {
      if (missed++ == 0) {
        LOG.error("Cannot write to the audit log ({}), from this entry on: {}", e, entry);
      }
    }
  }

  /** Returns the latest entries, oldest first. */
  Collection<AuditEntry> latest() {
    read();
    return List.copyOf(latest);
  }

  private void rotate() throws IOException {
    for (int i = FILES_MAX - 1; i > 0; i--) {
      if (Files.exists(file(i - 1))) {
        Files.move(file(i - 1), file(i), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private Path file(int number) {
    return folder.resolve(number == 0 ? name + ".jsonl" : name + "." + number + ".jsonl");
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
      remember(ResultJson.mapper().convertValue(its, AuditEntry.class));
    } catch (JacksonException | IllegalArgumentException e) {
      // The last line of a process that was killed.
      LOG.debug("A line of the audit log is incomplete", e);
    }
  }

  private void remember(AuditEntry entry) {
    latest.addLast(entry);
    if (latest.size() > shownMax) {
      latest.removeFirst();
    }
  }
}
