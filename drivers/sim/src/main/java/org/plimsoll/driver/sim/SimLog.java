package org.plimsoll.driver.sim;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Operation;

/**
 * A log file of the operations that a target receives, in the order of arrival. A line contains the
 * operation's index, its name and the numbers of its keys, separated by tabs. Lines are streamed,
 * so memory is flat. Thread-safe.
 */
final class SimLog implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final OutputStream out;
  private final StringBuilder line = new StringBuilder();
  private boolean closed;

  private SimLog(Path file) throws IOException {
    this.file = file;
    this.out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
  }

  /**
   * Creates a new file in a folder. Its name is unique, because all generators on a machine may
   * have the same settings.
   *
   * @param folder the folder, which is created if it is missing; empty for no log
   */
  static @Nullable SimLog in(String folder) {
    if (folder.isEmpty()) {
      return null;
    }
    try {
      Path existing = Files.createDirectories(Path.of(folder));
      return new SimLog(Files.createTempFile(existing, "sim-", ".tsv"));
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "log: must be a folder that can be written to, was '" + folder + "'", e);
    }
  }

  /**
   * Appends an operation.
   *
   * @throws UncheckedIOException if the file cannot be written
   */
  synchronized void add(Operation operation) {
    if (closed) {
      return;
    }
    line.setLength(0);
    line.append(operation.index()).append('\t').append(operation.type().name());
    for (int item = 0; item < operation.size(); item++) {
      line.append('\t').append(operation.key(item).number());
    }
    line.append('\n');
    try {
      out.write(line.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
