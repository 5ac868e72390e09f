package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The latest of the stored runs that were looked at, so that a chart's zoom reads no files. */
final class RunStore {
  private static final int KEPT_MAX = 4;

  private final Map<Path, Kept> kept = new LinkedHashMap<>();

  private record Kept(FileTime modified, StoredRun run) {}

  /** A run by its folder; empty when that is gone. */
  synchronized Optional<StoredRun> read(Path folder) throws IOException {
    Path file = folder.resolve("run.json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    FileTime modified = Files.getLastModifiedTime(file);
    Kept known = kept.remove(folder);
    Kept fresh =
        known != null && known.modified().equals(modified)
            ? known
            : new Kept(modified, StoredRun.read(folder));
    kept.put(folder, fresh);
    if (kept.size() > KEPT_MAX) {
      kept.remove(kept.keySet().iterator().next());
    }
    return Optional.of(fresh.run());
  }
}
