package org.plimsoll.server.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plimsoll.fleet.control.RunPolicy;
import org.plimsoll.run.ScheduledChanges;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Workers;
import org.plimsoll.server.security.ConnectionLimits;
import org.plimsoll.settings.RunRequest;

/** Generates the table of the server's limits in {@code docs/serve-security.md}. */
public final class LimitsTable {
  private static final String NONE = "";

  private LimitsTable() {}

  /**
   * Returns the table as Markdown.
   *
   * @param requestsPerSecond default limit on the requests of a caller
   */
  public static String markdown(double requestsPerSecond) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("limit", "one caller", "all", "above it"));
    rows.add(List.of("---", "---", "---", "---"));
    rows.addAll(ConnectionLimits.rows(requestsPerSecond));
    rows.addAll(runs());
    rows.addAll(texts());
    return rows.stream()
        .map(cells -> "| " + String.join(" | ", cells) + " |\n")
        .collect(Collectors.joining());
  }

  private static List<List<String>> runs() {
    return List.of(
        List.of(
            "requests that parse settings, at once",
            number(Workers.CALLER_THREADS),
            Workers.THREADS + "; " + Workers.WAITING_MAX + " wait, for 10 s at most",
            "429"),
        List.of("event streams", number(Streams.CALLER_MAX), number(Streams.MOST), "429"),
        List.of("live runs", "no limit (`--max-caller-runs`)", "16 (`--max-runs`)", "429"),
        List.of(
            "starts of runs",
            CallerRuns.STARTS_PER_SECOND + "/s, bursts of " + CallerRuns.STARTS_BURST,
            NONE,
            "429"),
        List.of(
            "scheduled changes",
            number(ScheduleEndpoints.CALLER_MAX),
            ScheduledChanges.ENTRIES_MAX
                + " of a run, with "
                + ScheduledChanges.CHARACTERS_MAX / 1024
                + " KiB",
            "429"),
        List.of(
            "changes of parameters",
            "as requests",
            number(RunPolicy.CHANGES_MAX) + " of a fleet's run",
            "429, 422"),
        List.of("templates", NONE, number(TemplateEndpoints.TEMPLATES_MAX), "409"));
  }

  private static List<List<String>> texts() {
    return Stream.of(
            List.of(
                "size of a body with settings", Bodies.SETTINGS_BYTES_MAX / 1024 + " KiB", "413"),
            List.of("length of a setting", RunRequest.CHARACTERS_MAX / 1024 + " KiB"),
            List.of("settings of a spec or a change", number(RunRequest.TEXTS_MAX)),
            List.of("levels of JSON and YAML", number(Bodies.LEVELS_MAX)),
            List.of("names, values and brackets of JSON", number(Bodies.TOKENS_MAX)),
            List.of("levels of brackets in a setting", number(RunRequest.DEPTH_MAX)))
        .map(row ->
            List.of(row.get(0), row.get(1), NONE, row.size() > 2 ? row.get(2) : "400 or 422"))
        .toList();
  }

  private static String number(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
