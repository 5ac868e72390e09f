package org.plimsoll.engine.report;

/** The page of a run; a stand-in until the real one is merged. */
public final class HtmlReport {
  private HtmlReport() {}

  /** The page. */
  public static String of(RecordedRun run) {
    return "<!doctype html><title>" + run.run().id().replaceAll("\\W", "") + "</title>\n";
  }
}
