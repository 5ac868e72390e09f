package org.plimsoll.fleet.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends lines about this node's part in a run to a file. Lines wait in memory until the run
 * folder exists. Not thread-safe.
 */
final class PartLines {
  private static final int WAITING_MAX = 100;
  private static final Logger LOG = LoggerFactory.getLogger(PartLines.class);

  private final String name;
  private final List<String> lines = new ArrayList<>();
  private @Nullable Path file;
  private boolean failed;

  PartLines(String name) {
    this.name = name;
  }

  /** Sets the run folder when it exists. */
  void in(Path folder) {
    file = folder.resolve(name);
    write();
  }

  /** Appends lines, unless an earlier write has failed. */
  void add(List<String> more) {
    if (!failed) {
      lines.addAll(more);
      write();
    }
  }

  private void write() {
    if (file == null || lines.isEmpty()) {
      failed = lines.size() > WAITING_MAX; // a run without a folder
      return;
    }
    try {
      Path _ =
          Files.writeString(
              file,
              String.join("\n", lines) + "\n",
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND);
    } catch (IOException e) {
      failed = true;
      LOG.warn("{} cannot be written, and ends here: {}", file, e.toString());
    }
    lines.clear();
  }
}
