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

/** Records a run in its folder, or does nothing if the caller records the run. */
final class RunRecording {
  private final @Nullable Path runs;
  private volatile @Nullable RunFolder recorder;

  /**
   * Creates a recording in the folder {@code runs} that has not started; one that does nothing if
   * this is null.
   */
  RunRecording(@Nullable Path runs) {
    this.runs = runs;
  }

  /** Whether the run is recorded by this server. */
  boolean isOurs() {
    return runs != null;
  }

  /**
   * Creates the folder before the target is open, so that a run that cannot start is recorded too.
   *
   * @throws IOException if the folder or its {@code run.json} cannot be written
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

  /** Deletes the folder of a run that will not start. */
  void discard() {
    record(RunFolder::discard);
    recorder = null;
  }

  /** Ends the recording. */
  void close() {
    record(RunFolder::close);
  }

  /** Returns the folder; null if there is none. */
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

  /** Returns the reason why the recording is incomplete; empty if it is complete. */
  Optional<Summary.Finding> trouble() {
    RunFolder its = recorder;
    return its == null ? Optional.empty() : its.trouble();
  }
}
