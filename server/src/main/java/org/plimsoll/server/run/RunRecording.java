package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;

/** The recording of a run in its folder, or none when the caller records the run. */
final class RunRecording {
  private final @Nullable Path runs;
  private volatile @Nullable RunFolder recorder;

  /** A recording that has not started, below {@code runs}; none if that is null. */
  RunRecording(@Nullable Path runs) {
    this.runs = runs;
  }

  /** Whether the run is recorded here. */
  boolean isOurs() {
    return runs != null;
  }

  /**
   * Creates the folder before the target is open, so that a run that cannot start is kept.
   *
   * @throws IOException when the folder or its {@code run.json} cannot be written
   */
  void open(RunStart facts, Labels labels) throws IOException {
    if (runs != null) {
      RunFolder made = RunFolder.below(runs, facts);
      made.starting(facts);
      made.requireStarting();
      recorder = made;
      if (!labels.equals(Labels.NONE)) {
        write(labels, made);
      }
    }
  }

  private void write(Labels labels, RunFolder made) throws IOException {
    try {
      labels.write(made.folder());
    } catch (IOException e) {
      discard();
      throw e;
    }
  }

  /** Deletes the folder of a run that is not started. */
  void discard() {
    record(RunFolder::discard);
    recorder = null;
  }

  /** Ends the recording. */
  void close() {
    record(RunFolder::close);
  }

  /** The folder; null while there is none. */
  @Nullable Path folder() {
    RunFolder its = recorder;
    return its == null ? null : its.folder();
  }

  void record(Consumer<RunFolder> what) {
    RunFolder its = recorder;
    if (its != null) {
      what.accept(its);
    }
  }

  /** Why the recording is incomplete; empty if it is not. */
  Optional<Summary.Finding> trouble() {
    RunFolder its = recorder;
    return its == null ? Optional.empty() : its.trouble();
  }
}
