package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.report.folder.Lease;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary;
import org.plimsoll.server.http.Problem;
import org.plimsoll.settings.TuneSettings;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The catalogue of the runs in a folder, derived only from their folders. A run's folder is read
 * again when its {@code run.json} has changed. Thread-safe.
 */
public final class Catalogue {
  private static final String RUN = "run.json";

  private final Path runs;
  private final String generator;
  private Map<Path, Entry> entries = new HashMap<>();

  /**
   * @param isHeld whether a process was writing to the folder when it was read
   */
  private record Entry(FileTime modified, boolean isHeld, RunRow row) {}

  public Catalogue(Path runs, String generator) {
    this.runs = runs;
    this.generator = generator;
  }

  /** Returns all runs, newest first. */
  public synchronized List<RunRow> rows() throws IOException {
    Map<Path, Entry> fresh = new HashMap<>();
    for (Path folder : folders()) {
      try {
        FileTime modified = Files.getLastModifiedTime(folder.resolve(RUN));
        Entry known = entries.get(folder);
        Entry entry =
            known != null && !known.isHeld() && known.modified().equals(modified)
                ? known
                : entry(folder, modified);
        fresh.put(folder, entry);
      } catch (NoSuchFileException | JacksonException e) {
        // Not the folder of a run, or of one that is being deleted or written.
      }
    }
    entries = fresh;
    List<RunRow> rows = new ArrayList<>();
    fresh.forEach((folder, entry) -> rows.add(entry.row().with(Labels.in(folder))));
    rows.sort(RunRow.NEWEST_FIRST);
    return rows;
  }

  private Entry entry(Path folder, FileTime modified) throws IOException {
    boolean isHeld = Lease.holder(folder).isPresent();
    return new Entry(modified, isHeld, read(folder, isHeld));
  }

  /** Returns the folder of a run; empty if there is none with this id. */
  public synchronized Optional<Path> folder(String id) throws IOException {
    Optional<Path> found = known(id);
    if (found.isEmpty()) {
      rows();
      found = known(id);
    }
    return found;
  }

  private Optional<Path> known(String id) {
    return entries.entrySet().stream()
        .filter(each -> each.getValue().row().identity().id().equals(id))
        .map(Map.Entry::getKey)
        .filter(folder -> Files.exists(folder.resolve(RUN)))
        .findFirst();
  }

  /** Returns the row of a run; empty if there is no folder with this id. */
  public Optional<RunRow> row(String id) throws IOException {
    Optional<Path> folder = folder(id);
    if (folder.isEmpty()) {
      return Optional.empty();
    }
    try {
      boolean isHeld = Lease.holder(folder.get()).isPresent();
      return Optional.of(read(folder.get(), isHeld).with(Labels.in(folder.get())));
    } catch (JacksonException | NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Replaces the tags and notes of a run. */
  public void label(String id, Labels labels) throws IOException {
    Optional<Path> folder = folder(id);
    if (folder.isPresent()) {
      labels.write(folder.get());
    }
  }

  /**
   * Deletes a run's folder with its contents, and returns it; empty if there was none.
   *
   * @throws Problem if a process writes to the run
   */
  public Optional<Path> delete(String id) throws IOException {
    Optional<Path> folder = folder(id);
    if (folder.isPresent()) {
      checkIdle(id, folder.get());
      Files.walkFileTree(
          folder.get(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes its)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path its, @Nullable IOException failure)
                throws IOException {
              Files.delete(its);
              return FileVisitResult.CONTINUE;
            }
          });
    }
    return folder;
  }

  /**
   * Checks that no process writes to a run's folder.
   *
   * @throws Problem if a process writes to the run
   */
  public void checkIdle(String id) throws IOException {
    Optional<Path> folder = folder(id);
    if (folder.isPresent()) {
      checkIdle(id, folder.get());
    }
  }

  private static void checkIdle(String id, Path folder) throws IOException {
    Optional<String> holder = Lease.holder(folder);
    if (holder.isPresent()) {
      throw Problem.conflict("The run " + id + " is live, in " + holder.get() + ".");
    }
  }

  private List<Path> folders() throws IOException {
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(runs)) {
      return children.filter(child -> Files.exists(child.resolve(RUN))).toList();
    }
  }

  private RunRow read(Path folder, boolean isHeld) throws IOException {
    JsonNode run = ResultJson.mapper().readTree(Files.readString(folder.resolve(RUN)));
    JsonNode summary = run.path("summary");
    if (summary.isObject()) {
      return row(
          run,
          isHeld,
          isSearch(run) ? endNanos(folder) : summary.path("elapsedNanos").asLong(0),
          new RunRow.Verdict(
              text(summary.path("verdict").path("validity")),
              text(summary.path("verdict").path("slo"))),
          figures(summary));
    }
    Summary interrupted = isHeld ? null : RunReader.interrupted(folder);
    if (interrupted != null) {
      return row(
          run,
          isHeld,
          isSearch(run) ? endNanos(folder) : interrupted.elapsedNanos(),
          new RunRow.Verdict(
              interrupted.verdict().validity().text(), interrupted.verdict().slo().text()),
          Rows.figures(interrupted));
    }
    // Nothing was measured, or another process is still writing it.
    return row(
        run, isHeld, endNanos(folder), new RunRow.Verdict(null, null), Rows.figures(null, 0));
  }

  /**
   * Whether the summary describes one trial of a search, so that its length is not the length of
   * the run.
   */
  private static boolean isSearch(JsonNode run) {
    return run.path("spec").has(TuneSettings.METHOD.name());
  }

  /** Returns the end of the last recorded second, since the start of the run. */
  private static long endNanos(Path folder) throws IOException {
    Interval last = RunReader.last(folder);
    return last == null ? 0 : last.window().atNanos();
  }

  private RunRow row(
      JsonNode run,
      boolean isHeld,
      long elapsedNanos,
      RunRow.Verdict verdict,
      RunRow.Figures figures) {
    String state = run.path("state").asString("running");
    return new RunRow(
        new RunRow.Identity(
            run.path("id").asString(""),
            run.path("name").asString(""),
            run.path("target").asString("")),
        new RunRow.Status(
            state.equals("running") && !isHeld ? "killed" : state,
            null,
            run.path("startedAt").asString(""),
            elapsedNanos,
            false),
        verdict,
        figures,
        Labels.NONE,
        false,
        List.of(generator),
        text(run.path("problem")));
  }

  private static RunRow.Figures figures(JsonNode summary) {
    Rows.P99 p99 = p99(summary.path("operations").path("all"));
    return new RunRow.Figures(
        number(summary.path("load").path("targetPerSecond")),
        number(summary.path("throughputPerSecond")),
        p99.nanos(),
        p99.aboveNanos(),
        errorShare(summary.path("accounting")));
  }

  private static Rows.P99 p99(JsonNode all) {
    String measure = all.path("responseNanos").isObject() ? "responseNanos" : "serviceNanos";
    JsonNode latency = all.path(measure);
    return latency.isObject()
        ? Rows.P99.of(ResultJson.mapper().treeToValue(latency, Latency.class))
        : Rows.P99.NONE;
  }

  private static @Nullable Double errorShare(JsonNode accounting) {
    return accounting.isObject()
        ? ResultJson.mapper().treeToValue(accounting, Accounting.class).errorShare()
        : null;
  }

  private static @Nullable String text(JsonNode node) {
    return node.isString() ? node.asString() : null;
  }

  private static @Nullable Double number(JsonNode node) {
    return node.isNumber() ? (Double) node.asDouble() : null;
  }
}
