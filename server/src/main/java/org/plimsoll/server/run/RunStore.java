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

/** A cache of the stored runs that were read last, so that zooming a chart reads no files. */
final class RunStore {
  private static final int KEPT_MAX = 4;

  private final Map<Path, Kept> kept = new LinkedHashMap<>();

  /** The file that changes while a run is live. {@code run.json} does not change then. */
  private static final String INTERVALS = "intervals.jsonl";

  private record Kept(List<FileTime> modified, StoredRun run) {}

  /** The run of a folder; empty when the folder does not exist. */
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

  /** Called when the run of a folder is deleted. */
  synchronized void forget(Path folder) {
    kept.remove(folder);
  }
}
