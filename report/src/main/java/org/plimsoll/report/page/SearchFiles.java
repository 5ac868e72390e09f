package org.plimsoll.report.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.folder.WholeFile;
import org.plimsoll.result.TuneResult;

/** Writes the files that a search adds to its run folder. */
public final class SearchFiles {
  /** The result as JSON, replaced after each trial. */
  public static final String JSON = "find-max.json";

  private static final String PAGE = "find-max.html";

  private SearchFiles() {}

  /** Writes a result as JSON, in full or not at all. */
  public static void write(TuneResult result, Path folder) throws IOException {
    WholeFile.write(folder.resolve(JSON), ResultJson.text(result));
  }

  /**
   * Writes a final result as JSON and as a page.
   *
   * @param bounds bounds of the latency objectives, by their text; drawn in the chart of the page
   */
  public static void write(TuneResult result, Map<String, Double> bounds, Path folder)
      throws IOException {
    write(result, folder);
    Files.writeString(folder.resolve(PAGE), TunePage.of(result, bounds));
  }
}
