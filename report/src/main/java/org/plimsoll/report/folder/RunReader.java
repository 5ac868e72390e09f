package org.plimsoll.report.folder;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;
import org.plimsoll.result.LoggedHistograms;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.Summary;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads a run folder. The run may have ended, have been killed, or still be in progress. */
public final class RunReader {
  /** Maximum number of points of a series. For a longer run, adjacent intervals are merged. */
  public static final int INTERVALS_MAX = 2000;

  static final int SLICES_MAX = 400;

  /**
   * Tolerance for the start of a phase. A phase starts with an interval, and log lines round that
   * time to milliseconds.
   */
  private static final long ROUNDING_NANOS = 1_000_000;

  private RunReader() {}

  /**
   * Reads all complete lines. A line that a kill has truncated is skipped. If the process ended
   * without a summary, the summary is computed from intervals and histograms, and has the finding
   * {@code interrupted}. A run that is still being written has no summary.
   *
   * @throws IOException with a message for the user if the folder contains no run
   */
  public static RecordedRun read(Path folder) throws IOException {
    JsonNode run = readRun(folder);
    return read(folder, run, Writer.isAlive(run));
  }

  /**
   * Reads the folder of a run that is not live in this process.
   *
   * @throws IOException as {@link #read}
   */
  public static RecordedRun readEnded(Path folder) throws IOException {
    JsonNode run = readRun(folder);
    return read(folder, run, Writer.isAliveElsewhere(run));
  }

  /**
   * Returns whether a process on this machine is still writing to the folder.
   *
   * @throws IOException as {@link #read}
   */
  public static boolean isBeingWritten(Path folder) throws IOException {
    return Writer.isAlive(readRun(folder));
  }

  /**
   * Computes the summary of a run without one, as {@link #readEnded} does; null if the run is being
   * written or if nothing was measured.
   *
   * @throws IOException as {@link #read}
   */
  public static @Nullable Summary interrupted(Path folder) throws IOException {
    JsonNode run = readRun(folder);
    return Writer.isAliveElsewhere(run) ? null : rebuilt(folder, run);
  }

  private static @Nullable Summary rebuilt(Path folder, JsonNode run) throws IOException {
    List<String> flags = new ArrayList<>();
    run.path("javaFlags").forEach(flag -> flags.add(flag.asString("")));
    return InterruptedRun.summary(
        folder,
        new InterruptedRun.Facts(
            runInfo(run),
            run.path("timeoutNanos").asLong(0),
            run.path("problem").asString(""),
            run.path("versions").path("java").asString(""),
            flags.stream().filter(flag -> flag.startsWith("-X")).toList(),
            run.path("host").asString("")));
  }

  private static RecordedRun read(Path folder, JsonNode run, boolean isWritten) throws IOException {
    IntervalSeries series = new IntervalSeries(INTERVALS_MAX);
    IntervalFiles.forEach(folder, series::add);
    EventSample events = new EventSample();
    forEachLine(folder.resolve(RunFolder.EVENTS), RunEvent.class, events::add);
    List<Interval> intervals = series.points();
    Logs logs = new Logs(intervals);
    logs.read(folder.resolve(RunFolder.HLOG));
    try {
      Summary summary = summaryOf(run);
      return new RecordedRun(
          folder,
          run.path("state").asString("running"),
          runInfo(run),
          stringsOf(run.path("versions")),
          summary == null && !isWritten ? rebuilt(folder, run) : summary,
          intervals,
          events.inOrder(),
          new RecordedRun.Micros(logs.measured, logs.slices()));
    } catch (JacksonException e) {
      throw new IOException(
          folder.resolve(RunFolder.RUN) + " is not what Plimsoll writes: " + firstLine(e), e);
    }
  }

  /**
   * Passes each recorded parameter change to the consumer, in order.
   *
   * @throws IOException if the file cannot be read
   */
  public static void forEachChange(Path folder, Consumer<RunEvent.Change> consumer)
      throws IOException {
    forEachLine(
        folder.resolve(RunFolder.EVENTS),
        RunEvent.class,
        event -> {
          RunEvent.Change change = event.change();
          if (change != null) {
            consumer.accept(change);
          }
        });
  }

  /**
   * Returns the last change of each parameter that was changed during a run, by its path.
   *
   * @throws IOException if the file cannot be read
   */
  public static Map<String, RunEvent> lastChanges(Path folder) throws IOException {
    Map<String, RunEvent> changes = new LinkedHashMap<>();
    forEachLine(
        folder.resolve(RunFolder.EVENTS),
        RunEvent.class,
        event -> {
          RunEvent.Change change = event.change();
          if (change != null) {
            changes.put(change.parameter(), event);
          }
        });
    return changes;
  }

  /**
   * Returns the last complete second of a run; null if there is none.
   *
   * @throws IOException if the file cannot be read
   */
  public static @Nullable Interval last(Path folder) throws IOException {
    return IntervalFiles.last(folder);
  }

  /** Returns the start time of a run, in milliseconds since 1970; 0 if the file has none. */
  static long startedAtMillis(Path folder) throws IOException {
    try {
      return Instant.parse(runInfo(readRun(folder)).startedAt()).toEpochMilli();
    } catch (DateTimeParseException e) {
      return 0;
    }
  }

  private static JsonNode readRun(Path folder) throws IOException {
    Path file = folder.resolve(RunFolder.RUN);
    if (!Files.isDirectory(folder)) {
      throw new IOException("There is no run folder " + folder + ".");
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException("The folder " + folder + " contains no run: run.json is missing.");
    }
    try {
      JsonNode run = ResultJson.mapper().readTree(Files.readString(file));
      int schema = run.path("schema").asInt(0);
      if (schema < 1 || schema > Summary.SCHEMA) {
        throw new IOException(
            "%s has schema %d; this version reads schemas 1 to %d."
                .formatted(file, schema, Summary.SCHEMA));
      }
      return run;
    } catch (JacksonException e) {
      throw new IOException(file + " is not JSON: " + firstLine(e), e);
    }
  }

  private static String firstLine(JacksonException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("unreadable");
  }

  private static Summary.RunInfo runInfo(JsonNode run) {
    Map<String, Object> spec = new LinkedHashMap<>();
    run.path("spec")
        .properties()
        .forEach(e ->
            spec.put(e.getKey(), ResultJson.mapper().convertValue(e.getValue(), Object.class)));
    SortedSet<String> derived = new TreeSet<>();
    run.path("derived").forEach(name -> derived.add(name.asString("")));
    return new Summary.RunInfo(
        run.path("id").asString(""),
        run.path("name").asString(""),
        run.path("target").asString(""),
        run.path("startedAt").asString(""),
        run.path("seed").asLong(0),
        spec,
        derived);
  }

  private static Map<String, String> stringsOf(JsonNode node) {
    Map<String, String> strings = new LinkedHashMap<>();
    node.properties().forEach(e -> strings.put(e.getKey(), e.getValue().asString("")));
    return strings;
  }

  private static @Nullable Summary summaryOf(JsonNode run) {
    JsonNode summary = run.path("summary");
    return summary.isObject() ? ResultJson.mapper().treeToValue(summary, Summary.class) : null;
  }

  /**
   * Passes each line to the consumer. A line that is not JSON was truncated by a kill or a full
   * disk, and is skipped.
   */
  static <T> void forEachLine(Path file, Class<T> type, Consumer<T> consumer) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    // Decoded leniently, because a kill may truncate a character.
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        T value;
        try {
          value = ResultJson.mapper().readValue(line, type);
        } catch (JacksonException e) {
          continue;
        }
        if (value != null) {
          consumer.accept(value);
        }
      }
    }
  }

  /** The histogram logs. Each time is read from the finest tier that has it. */
  private static final class Logs {
    final Map<String, Histogram> measured = new TreeMap<>();
    private final TreeMap<Long, RecordedRun.Slice> slices = new TreeMap<>();
    private final long sliceNanos;
    private final long measureFromNanos;

    Logs(List<Interval> intervals) {
      List<Interval> measure =
          intervals.stream().filter(interval -> !isBefore(interval.window().phase())).toList();
      measureFromNanos =
          measure.isEmpty() ? 0 : measure.getFirst().window().startNanos() - ROUNDING_NANOS;
      long end = intervals.isEmpty() ? 0 : intervals.getLast().window().atNanos();
      sliceNanos = Math.max(1, Math.ceilDiv(end, 1_000_000_000L * SLICES_MAX)) * 1_000_000_000L;
    }

    /**
     * Returns whether the phase is before the measurement. Operations of the measurement may end in
     * the drain.
     */
    private static boolean isBefore(Phase phase) {
      return phase == Phase.FILL || phase == Phase.WARMUP;
    }

    List<RecordedRun.Slice> slices() {
      return List.copyOf(slices.values());
    }

    void read(Path folder) throws IOException {
      for (LogPart part : LogPart.in(folder)) {
        part.forEachHistogram(this::add);
      }
    }

    private void add(Histogram micros) {
      String tag = micros.getTag();
      long startNanos = micros.getStartTimeStamp() * 1_000_000;
      long endNanos = micros.getEndTimeStamp() * 1_000_000;
      if (startNanos >= measureFromNanos) {
        measured
            .computeIfAbsent(tag, t -> new Histogram(LoggedHistograms.SIGNIFICANT_DIGITS))
            .add(micros);
      }
      long index = Math.floorDiv(startNanos + 500_000_000, sliceNanos);
      RecordedRun.Slice slice =
          slices.computeIfAbsent(
              index, i -> new RecordedRun.Slice(startNanos, endNanos, new TreeMap<>()));
      slice
          .micros()
          .computeIfAbsent(tag, t -> new PackedHistogram(LoggedHistograms.SIGNIFICANT_DIGITS))
          .add(micros);
      if (startNanos < slice.startNanos() || endNanos > slice.endNanos()) {
        slices.put(
            index,
            new RecordedRun.Slice(
                Math.min(startNanos, slice.startNanos()),
                Math.max(endNanos, slice.endNanos()),
                slice.micros()));
      }
    }
  }
}
