package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cache of recently read runs, so that zooming in a chart does not read files. */
final class RunStore {
  private static final int KEPT_MAX = 4;

  private final Map<Path, Kept> kept = new LinkedHashMap<>();

  /** The file that changes while a run is live, in contrast to {@code run.json}. */
  private static final String INTERVALS = "intervals.jsonl";

  private record Kept(List<FileTime> modified, StoredRun run) {}

  /** Returns the run in a folder; empty if the folder does not exist. */
  synchronized Optional<StoredRun> read(Path folder) throws IOException {
    Path file = folder.resolve("run.json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<FileTime> modified = new ArrayList<>(List.of(Files.getLastModifiedTime(file)));
    Path intervals = folder.resolve(INTERVALS);
    if (Files.exists(intervals)) {
      modified.add(Files.getLastModifiedTime(intervals));
    }
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

  /** Called when a run's folder is deleted. */
  synchronized void forget(Path folder) {
    kept.remove(folder);
  }
}
