package org.plimsoll.engine.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plimsoll.engine.report.Comparison;
import org.plimsoll.engine.report.RecordedRun;
import org.plimsoll.engine.report.RunReader;
import org.plimsoll.engine.report.Summary;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * A finished run as a comparison sees it.
 *
 * @param name what the user calls it, such as its folder
 * @param micros histograms of its measure phase by tag
 */
public record ComparedRun(String name, Summary summary, Map<String, Histogram> micros) {

  /**
   * Reads a run folder.
   *
   * @param side what the user calls the group
   * @param name what the user calls the run
   * @throws InvalidSpecException when it holds no finished run
   */
  public static ComparedRun read(String side, Path folder, String name) {
    RecordedRun run;
    try {
      run = RunReader.read(folder);
    } catch (IOException e) {
      throw new InvalidSpecException(side + ": must be run folders. " + e.getMessage(), e);
    }
    Summary summary = run.summary();
    if (summary == null) {
      throw new InvalidSpecException(
          side
              + ": must be runs that ended; "
              + name
              + " has no summary, so it was killed or still goes on");
    }
    return new ComparedRun(name, summary, run.histograms());
  }

  String validity() {
    return summary.verdict().validity();
  }

  Map<String, Object> settings() {
    return summary.run().spec();
  }

  /** Tells two runs apart, however their folders are called. */
  String identity() {
    return summary.run().id() + " " + summary.run().startedAt();
  }

  Comparison.Of entry() {
    Summary.RunInfo run = summary.run();
    return new Comparison.Of(name, run.id(), run.startedAt(), run.seed(), validity());
  }
}
