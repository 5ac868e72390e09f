package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.SweepResults.Outcome;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary;
import org.plimsoll.run.CommandProcess;
import org.plimsoll.settings.SweepPlan.Visit;
import org.plimsoll.settings.SweepSpec;

/** Executes the runs of a sweep one after another, each after the sweep's command. */
final class SweepRuns {
  private final SweepSpec sweep;
  private final SweepExecution execution;
  private final Path folder;
  private final boolean resumes;
  private volatile boolean stopped;
  private volatile @Nullable CommandProcess command;

  SweepRuns(SweepSpec sweep, SweepExecution execution, Path folder, boolean resumes) {
    this.sweep = sweep;
    this.execution = execution;
    this.folder = folder;
    this.resumes = resumes;
  }

  /** Executes one run; a failure becomes an outcome with its reason. */
  Outcome visit(Map<String, String> point, Visit visit) throws InterruptedException {
    Path own = folder.resolve(visit.folder());
    if (resumes) {
      Summary earlier = earlier(own, visit);
      if (earlier != null) {
        return new Outcome(point, earlier, "", visit.folder());
      }
    }
    List<String> before = sweep.commands().before();
    if (!before.isEmpty()) {
      String problem =
          execute(sweep.filled(before, sweep.values(point, visit.repetition()))).problem();
      if (!problem.isEmpty()) {
        return new Outcome(point, null, "before the run: " + problem, null);
      }
    }
    try {
      Summary summary = execution.execute(visit, own, stopped);
      boolean answered = summary.accounting().answered().total() > 0;
      return answered
          ? new Outcome(point, summary, "", visit.folder())
          : new Outcome(point, null, "no operation was answered", visit.folder());
    } catch (Exception e) {
      return new Outcome(point, null, Console.sentence(e), null);
    }
  }

  /** Executes the command after the last run. Returns why it failed; empty if it did not. */
  String after(Map<String, String> lastPoint) throws InterruptedException {
    List<String> after = sweep.commands().after();
    return after.isEmpty()
        ? ""
        : new CommandProcess(
                sweep.filled(after, sweep.values(lastPoint, 1)), sweep.commands().timeout())
            .execute()
            .problem();
  }

  private CommandProcess.Ended execute(List<String> arguments) throws InterruptedException {
    CommandProcess process = new CommandProcess(arguments, sweep.commands().timeout());
    command = process;
    if (stopped) {
      process.stop();
    }
    try {
      return process.execute();
    } finally {
      command = null;
    }
  }

  boolean isStopped() {
    return stopped;
  }

  void stop() {
    stopped = true;
    execution.stop(false);
    CommandProcess process = command;
    if (process != null) {
      process.stop();
    }
  }

  void abort() {
    execution.stop(true);
  }

  /** Returns the summary of an earlier run with the same settings; null without one. */
  private @Nullable Summary earlier(Path folder, Visit visit) {
    if (!Files.isRegularFile(folder.resolve("run.json"))) {
      return null;
    }
    try {
      Summary summary = RunReader.read(folder).summary();
      boolean same =
          summary != null
              && !summary.verdict().has(FindingCode.INTERRUPTED)
              && String.valueOf(summary.run().spec())
                  .equals(String.valueOf(execution.settings(visit)));
      return same ? summary : null;
    } catch (IOException e) {
      return null;
    }
  }
}
