package org.plimsoll.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.result.ErrorSamples;
import org.plimsoll.result.Interval;
import org.plimsoll.result.LogLine;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;

/**
 * Writes a run to its folder, which is opened when the run starts and its default name is known.
 */
final class Recording implements RunListener, AutoCloseable {
  /** Parent of run folders that the user did not name. */
  static final Path RUNS = Path.of("runs");

  private @Nullable RunFolder folder;

  private Recording(@Nullable RunFolder folder) {
    this.folder = folder;
  }

  /** Records into the given folder, or into a new one below {@code runs}. */
  static Recording into(@Nullable String out) {
    try {
      return new Recording(out == null ? null : RunFolder.at(Path.of(out)));
    } catch (IOException e) {
      throw new InvalidSpecException("--out: " + e.getMessage(), e);
    }
  }

  @Override
  public void started(RunStart start) {
    try {
      if (folder == null) {
        folder = RunFolder.below(RUNS, start);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
    }
    folder.started(start);
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    if (folder != null) {
      folder.interval(interval, histograms);
    }
  }

  @Override
  public void event(RunEvent event) {
    if (folder != null) {
      folder.event(event);
    }
  }

  @Override
  public void errorSamples(ErrorSamples samples) {
    if (folder != null) {
      folder.errorSamples(samples);
    }
  }

  @Override
  public void log(List<LogLine> lines) {
    if (folder != null) {
      folder.log(lines);
    }
  }

  @Override
  public void failed(String problem) {
    if (folder != null) {
      folder.failed(problem);
    }
  }

  @Override
  public void finished(Summary summary) {
    if (folder != null) {
      folder.finished(summary);
    }
  }

  /** Reports where an earlier run in the requested folder was moved to. */
  void tellEarlier(Console console) {
    if (folder != null) {
      folder.earlier().ifPresent(moved -> tellEarlier(console, moved));
    }
  }

  static void tellEarlier(Console console, Path moved) {
    console.say("the earlier run in that folder is now " + moved);
  }

  /** Returns the folder of the run; null if the run did not start. */
  @Nullable Path path() {
    return folder == null ? null : folder.folder();
  }

  @Override
  public Optional<Summary.Finding> trouble() {
    return folder == null ? Optional.empty() : folder.trouble();
  }

  /** Reports errors from writing the summary. The summary itself cannot contain them. */
  void tellTrouble(Summary summary, Console console) {
    trouble()
        .filter(trouble -> !summary.verdict().has(trouble.code()))
        .ifPresent(trouble -> console.say(trouble.text()));
  }

  @Override
  public void close() {
    if (folder != null) {
      folder.close();
    }
  }
}
