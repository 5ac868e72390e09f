package org.plimsoll.analysis.compare;

import java.io.IOException;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.Comparison;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/**
 * An ended run that is part of a comparison.
 *
 * @param name name chosen by the user, such as its folder
 * @param micros histograms of its measurement in microseconds, by tag
 */
public record ComparedRun(String name, Summary summary, Map<String, Histogram> micros) {

  /** A source of a recorded run, such as its folder. */
  @FunctionalInterface
  public interface Source {
    RecordedRun read() throws IOException;
  }

  /**
   * Reads a recorded run.
   *
   * @param side name of the group
   * @param name name of the run
   * @param source source of the recorded run
   * @throws InvalidSpecException if the source has no run whose measurement has ended
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
              + " has no summary, so it was killed before its measurement or is still running");
    }
    return new ComparedRun(name, summary, run.micros().byTag());
  }

  Validity validity() {
    return summary.verdict().validity();
  }

  Map<String, Object> settings() {
    return summary.run().spec();
  }

  /** Returns an identity of the run that does not depend on its folder's name. */
  String identity() {
    return summary.run().id() + " " + summary.run().startedAt();
  }

  Comparison.Of entry() {
    Summary.RunInfo run = summary.run();
    return new Comparison.Of(name, run.id(), run.startedAt(), run.seed(), validity());
  }
}
