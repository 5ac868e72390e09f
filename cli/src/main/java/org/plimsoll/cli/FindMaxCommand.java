package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.plimsoll.engine.Run;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.parameter.RunSettings;
import org.plimsoll.engine.parameter.TuneResolver;
import org.plimsoll.engine.parameter.TuneResolver.ResolvedTune;
import org.plimsoll.engine.parameter.TuneSettings;
import org.plimsoll.engine.report.Latencies;
import org.plimsoll.engine.report.ResultJson;
import org.plimsoll.engine.report.RunListener;
import org.plimsoll.engine.report.Summary;
import org.plimsoll.engine.report.TunePage;
import org.plimsoll.engine.report.TuneResult;
import org.plimsoll.engine.report.TuneTable;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.tune.FindMax;
import org.plimsoll.engine.tune.TuneResults;
import org.plimsoll.metrics.MetricsOut;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll find-max}: the highest load that a target carries within its objectives. */
final class FindMaxCommand implements Callable<Integer> {
  private static final String JSON = "find-max.json";
  private static final String PAGE = "find-max.html";

  /** Settings of a run that a search decides itself. */
  private static final Set<String> DECIDED =
      Set.of(
          RunSettings.OPS.name(),
          RunSettings.FOREVER.name(),
          RunSettings.ITERATIONS.name(),
          RunSettings.MODEL.name(),
          RunSettings.PROPERTIES.name(),
          RunSettings.SCHEDULE.name());

  private final Console console;
  private final CommandSpec spec;

  private FindMaxCommand(Console console) {
    this.console = console;
    spec =
        Options.command("find-max", this, "Finds the highest load within the objectives (--slo).");
    Options.addRun(spec, setting -> !DECIDED.contains(setting.name()));
    Options.addGroup(spec, TuneSettings.group(), _ -> true, RunSettings.groups().size());
    spec.addOption(Options.flag("--dry-run", "Print the resolved spec and stop."));
    spec.addOption(Options.value("--out", "DIR", "The run folder (runs/…)."));
    spec.addOption(Options.value("--json", "FILE", "The result as JSON; - is stdout."));
    spec.addOption(Options.flag("--strict", "Exit 5 unless the line was found."));
    spec.addOption(Options.flag("--quiet", "No progress, only what goes wrong."));
  }

  static CommandSpec spec(Console console) {
    return new FindMaxCommand(console).spec;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    Drivers drivers = console.drivers(Options.texts(given, "--drivers"));
    ResolvedTune resolved = TuneResolver.resolve(Options.request(given), drivers);
    if (given.hasMatchedOption("--dry-run")) {
      console.out().print(RunCommand.dryRun(resolved.run()));
      return ExitCode.DONE;
    }
    Output output = Output.of(console, Options.text(given, "--json"));
    boolean quiet = given.hasMatchedOption("--quiet");
    try (Recording recording = Recording.into(Options.text(given, "--out"));
        MetricsOut metrics = MetricsOut.open(resolved.run().spec().observation().sinks())) {
      recording.tellEarlier(console);
      List<RunListener> listeners = new ArrayList<>(List.of(recording, metrics));
      SearchProgress progress = new SearchProgress(console, resolved.tune().closed());
      if (!quiet) {
        listeners.add(progress);
      }
      FindMax search =
          new FindMax(
              resolved.tune(),
              resolved.run().spec().slos(),
              trial -> {
                if (!quiet) {
                  progress.tried(TuneResults.of(trial));
                }
              });
      Run run = Run.piloted(resolved.run().spec(), drivers, listeners, Clock.system(), search);
      return execute(
          run, resolved, search, recording, output, given.hasMatchedOption("--strict"), quiet);
    }
  }

  private int execute(
      Run run,
      ResolvedTune resolved,
      FindMax search,
      Recording recording,
      Output output,
      boolean strict,
      boolean quiet)
      throws IOException {
    Execution.Ended ended = Execution.of(run, console, quiet);
    Summary summary = ended.summary();
    if (summary == null) {
      return ended.exit();
    }
    recording.tellTrouble(summary, console);
    List<SloSpec> objectives = resolved.run().spec().slos();
    TuneResult result = TuneResults.of(summary.run(), resolved.tune(), objectives, search);
    Path folder = recording.path();
    if (folder != null) {
      Files.writeString(folder.resolve(JSON), ResultJson.text(result));
      Files.writeString(folder.resolve(PAGE), TunePage.of(result, bounds(objectives)));
    }
    output.tell(result, colours -> TuneTable.of(result, folder, colours));
    return exitCode(result, ended.aborted(), strict);
  }

  private static Map<String, Double> bounds(List<SloSpec> objectives) {
    Map<String, Double> bounds = new LinkedHashMap<>();
    for (SloSpec slo : objectives) {
      if (Latencies.names().contains(slo.metric()) || slo.metric().matches("max|mean")) {
        bounds.put(slo.text(), slo.bound());
      }
    }
    return bounds;
  }

  /** The first that holds, in the documented order. */
  static int exitCode(TuneResult result, boolean aborted, boolean strict) {
    boolean answered =
        result.trials().isEmpty()
            || result.trials().stream().anyMatch(trial -> trial.throughputPerSecond() > 0);
    if (!answered) {
      return ExitCode.TARGET_UNUSABLE;
    }
    if (aborted) {
      return ExitCode.ABORTED;
    }
    boolean isFound = Set.of("found", "band", "cap").contains(result.line().kind());
    boolean isMissed = result.slo().equals("failed");
    if (result.slo().equals("undecided") || (strict && !isFound && !isMissed)) {
      return ExitCode.UNDECIDED;
    }
    return isMissed ? ExitCode.SLO_MISSED : ExitCode.DONE;
  }
}
