package org.plimsoll.report.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.LogLine;

/**
 * {@code run.log} of a run folder: the log messages of a run, at most 1 MiB. The file keeps the
 * start and the end of the log. During the run, lines beyond the first half are written to two
 * files in turn. They are added to the file at the end of the run.
 */
public final class RunLogFile implements Closeable {
  static final String FILE = "run.log";
  private static final String TAIL = "run-tail.log";
  private static final String OLDER_TAIL = "run-tail-older.log";
  static final int HEAD_BYTES_MAX = 512 * 1024;
  private static final int TAIL_BYTES_MAX = 256 * 1024;

  private final Path folder;
  private final AppendFile head;
  private @Nullable AppendFile tail;
  private boolean isOpen = true;

  RunLogFile(Path folder) {
    this.folder = folder;
    head = new AppendFile(folder.resolve(FILE));
  }

  void add(List<LogLine> lines) throws IOException {
    for (LogLine line : lines) {
      add((line.written() + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  private void add(byte[] line) throws IOException {
    AppendFile last = tail;
    if (last == null && head.bytes() + line.length <= HEAD_BYTES_MAX) {
      head.append(line);
      return;
    }
    if (last != null && last.bytes() + line.length > TAIL_BYTES_MAX) {
      last.close();
      Files.move(last.file(), folder.resolve(OLDER_TAIL), StandardCopyOption.REPLACE_EXISTING);
      last = null;
    }
    if (last == null) {
      last = new AppendFile(folder.resolve(TAIL));
      tail = last;
    }
    last.append(line);
  }

  /** Appends the end of the log to its start. */
  @Override
  public void close() throws IOException {
    if (!isOpen) {
      return;
    }
    isOpen = false;
    AppendFile last = tail;
    if (last != null) {
      last.close();
      for (String line : tail(folder)) {
        head.append((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
      Files.deleteIfExists(folder.resolve(TAIL));
      Files.deleteIfExists(folder.resolve(OLDER_TAIL));
    }
    head.close();
  }

  /**
   * Returns the log lines of a run, including a live or a killed one; none if an old version wrote
   * the folder.
   */
  public static List<String> read(Path folder) throws IOException {
    List<String> lines = new ArrayList<>(lines(folder.resolve(FILE)));
    lines.addAll(tail(folder));
    return lines;
  }

  private static List<String> tail(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    List<String> older = lines(folder.resolve(OLDER_TAIL));
    if (!older.isEmpty()) {
      lines.add("(lines may be left out here: the log has its first 512 KiB and its end)");
    }
    lines.addAll(older);
    lines.addAll(lines(folder.resolve(TAIL)));
    return lines;
  }

  private static List<String> lines(Path file) throws IOException {
    // Decoded leniently, because a kill may truncate a character.
    return Files.exists(file)
        ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList()
        : List.of();
  }
}
