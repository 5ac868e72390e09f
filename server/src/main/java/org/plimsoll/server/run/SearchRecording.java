package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.page.SearchFiles;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.TuneResult.TrialResult;
import org.plimsoll.run.Search;

/** Writes the result of a search to the folder of its run. */
final class SearchRecording {
  /**
   * Number of trials up to which each one is written at its end; afterwards, only one in this many
   * is written.
   */
  private static final int KEPT_EACH = 100;

  private final Consumer<String> problems;

  /** Creates a recording that reports what cannot be written, as a sentence. */
  SearchRecording(Consumer<String> problems) {
    this.problems = problems;
  }

  /**
   * Writes the result so far. All trials are kept, except those of a tracker, whose windows
   * continue for weeks.
   *
   * @param folder the folder; null while the run has none
   */
  void tried(TrialResult trial, TuneResult result, @Nullable Path folder) {
    if (folder != null && (trial.number() <= KEPT_EACH || trial.number() % KEPT_EACH == 0)) {
      keep(() -> SearchFiles.write(result, folder));
    }
  }

  /** Writes the result of a search that has ended. */
  void ended(Search search, @Nullable Path folder) {
    if (folder != null) {
      keep(() -> SearchFiles.write(search.result(true), search.bounds(), folder));
    }
  }

  /** A step that writes to the folder. */
  private interface Keeping {
    void keep() throws IOException;
  }

  private void keep(Keeping what) {
    try {
      what.keep();
    } catch (IOException e) {
      problems.accept("Cannot write the result of the search: " + e.getMessage());
    }
  }
}
