package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The baseline run of each target, stored in {@code baselines.json} in the folder that contains the
 * run folders. Thread-safe.
 */
public final class Baselines {
  private static final String FILE = "baselines.json";

  private final LiveRuns runs;

  /** The content of the file. */
  private record Page(Map<String, String> runByTarget) {
    Page {
      runByTarget = runByTarget == null ? Map.of() : Map.copyOf(runByTarget);
    }
  }

  /**
   * The run with which other runs of its target are compared.
   *
   * @param target the target as runs record it, secrets masked
   * @param run the id of the run
   * @param name the name of the run
   */
  public record Baseline(String target, String run, String name) {}

  public Baselines(LiveRuns runs) {
    this.runs = runs;
  }

  /** Returns all baselines by target, except those whose run was deleted. */
  public synchronized List<Baseline> all() throws IOException {
    List<Baseline> found = new ArrayList<>();
    for (Map.Entry<String, String> each : read().entrySet()) {
      Optional<RunRow> row = runs.catalogue().row(each.getValue());
      row.ifPresent(
          its -> found.add(new Baseline(each.getKey(), each.getValue(), its.identity().name())));
    }
    return found;
  }

  /** Sets a run as the baseline of its target, instead of any earlier baseline. */
  public synchronized Baseline put(RunRow.Identity run) throws IOException {
    Map<String, String> next = read();
    next.put(run.target(), run.id());
    JsonFile.write(file(), new Page(next));
    return new Baseline(run.target(), run.id(), run.name());
  }

  /** Removes a run from the baselines; returns false if the run was not a baseline. */
  public synchronized boolean remove(String run) throws IOException {
    Map<String, String> next = read();
    boolean isRemoved = next.values().removeIf(run::equals);
    if (isRemoved) {
      JsonFile.write(file(), new Page(next));
    }
    return isRemoved;
  }

  private Path file() {
    return runs.folder().resolve(FILE);
  }

  private Map<String, String> read() throws IOException {
    return new TreeMap<>(JsonFile.read(file(), Page.class, new Page(Map.of())).runByTarget());
  }
}
