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
   * The result is written after each trial up to this number, and then after each multiple of it.
   */
  private static final int KEPT_EACH = 100;

  private final Consumer<String> problems;

  /** Creates a recording. */
  SearchRecording(Consumer<String> problems) {
    this.problems = problems;
  }

  /**
   * Writes the result so far. It contains all trials, except for a tracker, whose windows may
   * continue for weeks.
   *
   * @param folder folder of the run; null if there is none
   */
  void tried(TrialResult trial, TuneResult result, @Nullable Path folder) {
    if (folder != null && (trial.number() <= KEPT_EACH || trial.number() % KEPT_EACH == 0)) {
      keep(() -> SearchFiles.write(result, folder));
    }
  }

  /** Writes the result of an ended search. */
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
