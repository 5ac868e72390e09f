package org.plimsoll.analysis.compare;

import org.plimsoll.result.Validity;
import java.io.IOException;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plimsoll.result.Comparison;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.Summary;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * A finished run as a comparison sees it.
 *
 * @param name what the user calls it, such as its folder
 * @param micros histograms of its measure phase by tag
 */
public record ComparedRun(String name, Summary summary, Map<String, Histogram> micros) {

  /** A place that a recorded run is read from, such as its folder. */
  @FunctionalInterface
  public interface Source {
    RecordedRun read() throws IOException;
  }

  /**
   * Reads a recorded run.
   *
   * @param side what the user calls the group
   * @param name what the user calls the run
   * @param source reads it
   * @throws InvalidSpecException when it holds no finished run
   */
  public static ComparedRun read(String side, String name, Source source) {
    RecordedRun run;
    try {
      run = source.read();
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

  Validity validity() {
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
