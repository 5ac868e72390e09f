package org.plimsoll.report.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.ErrorSamples;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.LogLine;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary;
import tools.jackson.core.JacksonException;

/**
 * The run folder, written during the run: {@code run.json}, {@code intervals.jsonl} (and {@code
 * intervals/} of a long run), {@code events.jsonl}, {@code hlog/}, {@code run.log} if something was
 * logged, and {@code error-samples.json} if operations failed. A killed process loses at most its
 * last second. A full disk never stops the run: lines are lost and counted, and writing is retried
 * each second.
 */
public final class RunFolder implements RunListener, Closeable {
  static final String RUN = "run.json";
  static final String INTERVALS = IntervalLog.FILE;
  static final String EVENTS = "events.jsonl";
  static final String HLOG = "hlog";
  public static final String REPORT = "report.html";
  static final String ERROR_SAMPLES = "error-samples.json";

  /**
   * A file that reserves disk space. It is deleted when the disk is full, so that the summary can
   * be written.
   */
  private static final String RESERVE = ".reserve";

  private static final int RESERVE_BYTES = 32 * 1024;
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private final Path folder;
  private final @Nullable Path earlier;
  private final @Nullable Lease lease;
  private final IntervalLog intervals;
  private final AppendFile events;
  private final RunLogFile runLog;
  private final Map<String, Long> lostWrites = new LinkedHashMap<>();
  private @Nullable HistogramLog histograms;
  private @Nullable RunStart start;
  private @Nullable String firstFailure;
  private boolean isLost;

  private RunFolder(Path folder, @Nullable Path earlier, @Nullable Lease lease) {
    this.folder = folder;
    this.earlier = earlier;
    this.lease = lease;
    intervals = new IntervalLog(folder);
    events = new AppendFile(folder.resolve(EVENTS));
    runLog = new RunLogFile(folder);
  }

  /**
   * Creates a folder {@code <time>-<name>-<id>} (UTC) below {@code runs}.
   *
   * @throws IOException with a message for the user
   */
  public static RunFolder below(Path runs, RunStart start) throws IOException {
    String name =
        stamp(start.startedAt()) + "-" + fileName(start.name()) + "-" + fileName(start.id());
    return at(runs.resolve(name));
  }

  /** Returns the time (UTC) with which the name of a run's or a sweep's folder starts. */
  public static String stamp(Instant startedAt) {
    return STAMP.format(startedAt);
  }

  /**
   * Uses the given folder, and creates it if it is absent. An earlier run in it is moved aside.
   *
   * @throws IOException with a message for the user, including if the folder contains other files
   */
  public static RunFolder at(Path folder) throws IOException {
    try {
      Path earlier = makeRoom(folder);
      PrivateFiles.createFolders(folder.resolve(HLOG));
      return new RunFolder(folder, earlier, lease(folder));
    } catch (UnusableFolderException e) {
      throw e;
    } catch (IOException e) {
      throw new UnusableFolderException(
          "The run folder " + folder + " cannot be created: " + reason(e), e);
    }
  }

  /**
   * Checks that a run may be written into a folder later.
   *
   * @throws UnusableFolderException if the folder contains other files, or a live run
   */
  public static void requireUsable(Path folder) throws IOException {
    boolean _ = EarlierRun.isThere(folder, holdsRun(folder));
  }

  /**
   * Moves an earlier run in a folder aside.
   *
   * @return the new name of the folder; null if it contained no run
   */
  public static @Nullable Path makeRoom(Path folder) throws IOException {
    return EarlierRun.moveAside(folder, holdsRun(folder));
  }

  private static boolean holdsRun(Path folder) {
    return Files.isRegularFile(folder.resolve(RUN)) && Files.isDirectory(folder.resolve(HLOG));
  }

  /**
   * Returns the lease that shows others that the run is live; null if the file system has no locks.
   */
  private static @Nullable Lease lease(Path folder) {
    try {
      return Lease.take(folder, "process " + ProcessHandle.current().pid()).orElse(null);
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
  }

  /**
   * Returns a file name of letters, digits, dots and dashes, valid in every file system and shell.
   */
  static String fileName(String text) {
    String safe =
        text.codePoints()
            .map(c -> Character.isLetterOrDigit(c) || c == '.' || c == '_' ? c : '-')
            .limit(40)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString()
            .replaceAll("-{2,}", "-")
            .replaceAll("^[-.]+|[-.]+$", "");
    return safe.isEmpty() ? "run" : safe;
  }

  public Path folder() {
    return folder;
  }

  /** Returns the folder that an earlier run was moved to. */
  public Optional<Path> earlier() {
    return Optional.ofNullable(earlier);
  }

  /**
   * Writes {@code run.json} before the target is opened, so that a run that cannot start is stored
   * with its problem. Without it, the folder of a run that never started is deleted.
   */
  public void starting(RunStart runStart) {
    start = runStart;
    attempt(RUN, () -> write(RUN, RunJson.of(runStart, "running", null, null)));
  }

  /**
   * Checks that {@code run.json} is written. A run without it is not listed.
   *
   * @throws IOException if the folder could not be written; then it is deleted
   */
  public void requireStarting() throws IOException {
    if (firstFailure != null) {
      discard();
      throw new IOException(firstFailure);
    }
  }

  /** Closes and deletes the folder of a run that was not started. */
  public void discard() {
    start = null;
    try {
      Files.deleteIfExists(folder.resolve(RUN));
    } catch (IOException e) {
      // The run will be listed as a killed run.
    }
    close();
  }

  @Override
  public void started(RunStart runStart) {
    start = runStart;
    histograms = new HistogramLog(folder.resolve(HLOG), runStart.startedAt().toEpochMilli());
    attempt(RUN, () -> write(RUN, RunJson.of(runStart, "running", null, null)));
    // The file does not contain zeros, because a file system with compression would reserve no
    // space for them.
    byte[] reserve = new byte[RESERVE_BYTES];
    new Random(runStart.seed()).nextBytes(reserve);
    try {
      Files.write(folder.resolve(RESERVE), reserve);
    } catch (IOException e) {
      // The reserve is only a precaution. The failure of the first line that does not fit is the
      // relevant one.
      discardReserve();
    }
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> nanosByTag) {
    // Writing to an open file in a deleted folder succeeds.
    isLost |= !Files.isDirectory(folder);
    attempt(INTERVALS, () -> intervals.add(interval, nanosByTag));
    HistogramLog log = histograms;
    if (log != null) {
      attempt(HLOG, () -> log.add(interval, nanosByTag));
    }
  }

  @Override
  public void added(Interval interval, Map<String, Histogram> nanosByTag) {
    attempt(INTERVALS, () -> intervals.append(interval));
    HistogramLog log = histograms;
    if (log != null) {
      attempt(HLOG, () -> log.append(interval, nanosByTag));
    }
  }

  @Override
  public void event(RunEvent event) {
    attempt(EVENTS, () -> events.append(line(event)));
  }

  @Override
  public void errorSamples(ErrorSamples samples) {
    attempt(ERROR_SAMPLES, () -> write(ERROR_SAMPLES, samples));
  }

  @Override
  public void log(List<LogLine> lines) {
    attempt(RunLogFile.FILE, () -> runLog.add(lines));
  }

  @Override
  public void finished(Summary summary) {
    HistogramLog log = histograms;
    if (log != null) {
      attempt(HLOG, log::close);
      histograms = null;
    }
    discardReserve();
    RunStart runStart = start;
    if (runStart != null) {
      attempt(RUN, () -> write(RUN, RunJson.of(runStart, "finished", null, summary)));
    }
  }

  @Override
  public void failed(String problem) {
    HistogramLog log = histograms;
    if (log != null) {
      attempt(HLOG, log::close);
      histograms = null;
    }
    discardReserve();
    RunStart runStart = start;
    if (runStart != null) {
      attempt(RUN, () -> write(RUN, RunJson.of(runStart, "failed", problem, null)));
    }
  }

  /** Returns a finding about data that could not be written; empty if there were no errors. */
  @Override
  public Optional<Summary.Finding> trouble() {
    if (isLost) {
      return Optional.of(
          new Summary.Finding(
              FindingCode.RUN_FOLDER_LOST,
              Severity.INVALID,
              "The run folder "
                  + folder
                  + " was deleted or moved during the run. What it recorded is lost, so nobody can"
                  + " check this result."));
    }
    if (firstFailure == null) {
      return Optional.empty();
    }
    StringBuilder lost = new StringBuilder();
    lostWrites.forEach(
        (file, count) -> lost.append(lost.isEmpty() ? "" : ", ").append(file + " " + count + "×"));
    return Optional.of(
        new Summary.Finding(
            FindingCode.RUN_FOLDER_INCOMPLETE,
            Severity.INFO,
            "The run folder could not be written ("
                + firstFailure
                + "): "
                + lost
                + ". The plots have gaps. The summary is complete, because it comes from memory."));
  }

  @Override
  public void close() {
    HistogramLog log = histograms;
    if (log != null) {
      attempt(HLOG, log::close);
      histograms = null;
    }
    attempt(INTERVALS, intervals::close);
    attempt(EVENTS, events::close);
    attempt(RunLogFile.FILE, runLog::close);
    discardReserve();
    release();
    if (start == null) {
      withdraw();
    }
  }

  private void release() {
    if (lease != null) {
      try (lease) {
        Files.deleteIfExists(folder.resolve(Lease.FILE));
      } catch (IOException e) {
        // The lock file is not deleted. Its lock ends with the process.
      }
    }
  }

  /** Deletes the folder of a run that never started, so that the next run can use its name. */
  private void withdraw() {
    try {
      Files.deleteIfExists(folder.resolve(EVENTS));
      Files.deleteIfExists(folder.resolve(HLOG));
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // Another process has put a file there, so the folder is kept.
    }
  }

  private interface Write {
    void run() throws IOException;
  }

  private void attempt(String file, Write write) {
    try {
      write.run();
    } catch (IOException | JacksonException e) {
      lostWrites.merge(file, 1L, Long::sum);
      if (firstFailure == null) {
        firstFailure = reason(e);
      }
    }
  }

  private void discardReserve() {
    try {
      Files.deleteIfExists(folder.resolve(RESERVE));
    } catch (IOException e) {
      // The file stays, and takes 32 KiB.
    }
  }

  private static byte[] line(Object value) {
    return (ResultJson.mapper().writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private void write(String name, Object content) throws IOException {
    WholeFile.write(
        folder.resolve(name),
        ResultJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(content));
  }

  private static String reason(Exception e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }
}
