package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.page.SearchFiles;
import org.plimsoll.report.terminal.SummaryTable;
import org.plimsoll.report.terminal.TuneTable;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TuneResult;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.TuneSettings;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/**
 * Executes a run of a fleet in the foreground, as {@link Execution} does for a run in this process:
 * shows its progress, copies its folder, and shows its result.
 */
final class FleetExecution {
  private static final List<String> OWN = List.of("--drivers", "--resume", "--serve", "--dry-run");

  private final Console console;
  private final ParseResult given;
  private final FleetClient client;
  private final Output output;

  private FleetExecution(Console console, ParseResult given, FleetClient client) {
    this.console = console;
    this.given = given;
    this.client = client;
    FleetRun.requireUsable(Options.text(given, "--out"));
    this.output = Output.of(console, Options.text(given, "--json"));
  }

  /**
   * The end of a run of a fleet: its folder and its exit code.
   *
   * @param folder the copy of its folder; null without a result, and {@code exit} then has the code
   * @param interrupted whether the user stopped or aborted it
   */
  private record Ended(
      FleetRun run, @Nullable Path folder, int exit, boolean interrupted, boolean aborted) {}

  /** Executes a run. */
  static int ofRun(Console console, ParseResult given, RunRequest request) throws Exception {
    long everyNanos = ReportEvery.parse("--report-every", Options.text(given, "--report-every"));
    try (FleetClient client = FleetRun.client(given, OWN)) {
      FleetExecution execution = new FleetExecution(console, given, client);
      boolean hasTable = execution.output.hasTable();
      Ended ended =
          execution.execute(
              request, id -> new FleetRunProgress(client, id, console, hasTable, everyNanos));
      return execution.tell(ended);
    }
  }

  private int tell(Ended ended) throws IOException {
    Path folder = ended.folder;
    if (folder == null) {
      return ended.exit;
    }
    Summary summary = ended.run.summary(folder);
    output.tell(summary, screen -> SummaryTable.of(summary, folder, screen));
    boolean cutShort = ended.interrupted && ExitCode.isCutShort(summary, true);
    return ExitCode.of(summary, ended.aborted || cutShort, given.hasMatchedOption("--strict"));
  }

  /** Executes a search. */
  static int ofSearch(Console console, ParseResult given, RunRequest request) throws Exception {
    RunRequest search =
        RunRequest.of(null, Map.of(TuneSettings.METHOD.name(), "search")).overriddenBy(request);
    try (FleetClient client = FleetRun.client(given, OWN)) {
      FleetExecution execution = new FleetExecution(console, given, client);
      Ended ended = execution.execute(search, id -> new FleetSearchProgress(client, id, console));
      return execution.tellSearch(ended);
    }
  }

  private int tellSearch(Ended ended) throws IOException {
    Path folder = ended.folder;
    if (folder == null) {
      return ended.exit;
    }
    String json = Files.readString(folder.resolve(SearchFiles.JSON));
    // Printed as read. The JSON has null for values that are not numbers, and the result object
    // cannot represent them.
    JsonNode tree = ResultJson.mapper().readTree(json);
    TuneResult result = ResultJson.mapper().readValue(json, TuneResult.class);
    output.tell(tree, screen -> TuneTable.of(result, folder, screen));
    boolean cutShort = ended.interrupted && ExitCode.isCutShort(ended.run.summary(folder), true);
    return ExitCode.of(result, ended.aborted || cutShort, given.hasMatchedOption("--strict"));
  }

  /**
   * Executes a request, whose settings the fleet resolves.
   *
   * @param shows creates the progress display for the id of a run
   */
  private Ended execute(RunRequest request, Function<String, FleetProgress.View> shows)
      throws IOException, InterruptedException {
    boolean quiet = given.hasMatchedOption("--quiet");
    FleetRun run = FleetRun.submit(console, client, request);
    AtomicBoolean aborted = new AtomicBoolean();
    try (Interrupts interrupts =
        Interrupts.take(
            console,
            quiet,
            () -> run.stop(false),
            () -> {
              aborted.set(true);
              run.stop(true);
            })) {
      JsonNode row =
          quiet
              ? FleetProgress.awaitEnd(client, run.id())
              : new FleetProgress(client, run.id(), console, shows.apply(run.id())).follow();
      String problem = FleetRun.problem(row);
      if (!problem.isEmpty()) {
        console.say("plimsoll: " + problem);
        int exit = aborted.get() ? ExitCode.ABORTED : ExitCode.TARGET_UNUSABLE;
        return new Ended(run, null, exit, interrupts.any(), aborted.get());
      }
      String out = Options.text(given, "--out");
      Path folder = run.copied(out == null ? null : Path.of(out));
      return new Ended(run, folder, ExitCode.DONE, interrupts.any(), aborted.get());
    }
  }
}
