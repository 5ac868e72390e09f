package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.metrics.MetricsOut;
import org.plimsoll.report.page.SearchFiles;
import org.plimsoll.report.terminal.TuneTable;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TuneResult;
import org.plimsoll.run.AloneSeat;
import org.plimsoll.run.RunControl;
import org.plimsoll.run.RunGuard;
import org.plimsoll.run.Search;
import org.plimsoll.settings.LoadSettings;
import org.plimsoll.settings.PhaseSettings;
import org.plimsoll.settings.ResolvedRun;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.TuneSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll find-max}: finds the maximum throughput of a target within its objectives. */
final class FindMaxCommand implements Callable<Integer> {
  /** Settings of a run that the search sets itself. */
  private static final Set<String> DECIDED =
      Set.of(
          PhaseSettings.OPS.name(),
          PhaseSettings.FOREVER.name(),
          PhaseSettings.ITERATIONS.name(),
          LoadSettings.MODEL.name(),
          RunSettings.PROPERTIES.name(),
          RunSettings.SCHEDULE.name());

  private final Console console;
  private final CommandSpec spec;

  private FindMaxCommand(Console console) {
    this.console = console;
    spec =
        Options.command("find-max", this, "Finds the maximum throughput within the SLO (--slo).");
    Options.addRun(spec, setting -> !DECIDED.contains(setting.name()));
    Options.addGroup(spec, TuneSettings.group(), _ -> true, RunSettings.groups().size());
    spec.addOption(Options.flag("--dry-run", "Print the resolved spec and exit."));
    spec.addOption(Options.value("--out", "DIR", "The run folder (runs/…)."));
    spec.addOption(Options.value("--json", "FILE", "The result as JSON; - is stdout."));
    spec.addOption(Options.flag("--strict", "Exit 5 unless the maximum throughput was found."));
    spec.addOption(Attached.option());
    FleetRun.addTo(spec);
    spec.addOption(Options.flag("--quiet", "Print no progress, only problems."));
    HelpText.examples(
        spec,
        "find-max redis://127.0.0.1:6379 --slo 'p99<10ms,errors<0.1%'",
        "find-max redis://127.0.0.1:6379 --slo 'p99<10ms' --max-rate 200k --json result.json");
  }

  static CommandSpec spec(Console console) {
    return new FindMaxCommand(console).spec;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    if (FleetRun.isAsked(given)) {
      return FleetExecution.ofSearch(console, given, Options.request(given));
    }
    Drivers drivers = console.drivers(Options.texts(given, "--drivers"));
    try (RunControl control =
            RunControl.search(
                Options.request(given),
                drivers,
                List.of(),
                Clock.system(),
                RunGuard.NONE,
                new AloneSeat());
        Attached _ = Attached.to(control, drivers, given, console)) {
      return search(given, control, Objects.requireNonNull(control.search()));
    }
  }

  private int search(ParseResult given, RunControl control, Search search) throws IOException {
    ResolvedRun resolved = control.parameters().resolved();
    if (given.hasMatchedOption("--dry-run")) {
      console.out().print(RunCommand.dryRun(resolved));
      return ExitCode.DONE;
    }
    Output output = Output.of(console, Options.text(given, "--json"));
    boolean quiet = given.hasMatchedOption("--quiet");
    try (Recording recording = Recording.into(Options.text(given, "--out"));
        MetricsOut metrics = MetricsOut.open(resolved.spec().observation().sinks())) {
      recording.tellEarlier(console);
      search.run().listen(recording);
      search.run().listen(metrics);
      if (!quiet) {
        SearchProgress progress = new SearchProgress(console, search.isClosed());
        search.run().listen(progress);
        search.listen(progress::tried);
      }
      return execute(search, recording, output, given.hasMatchedOption("--strict"), quiet);
    }
  }

  private int execute(
      Search search, Recording recording, Output output, boolean strict, boolean quiet)
      throws IOException {
    Execution.Ended ended = Execution.of(search.run(), true, console, quiet);
    Summary summary = ended.summary();
    if (summary == null) {
      return ended.exit();
    }
    recording.tellTrouble(summary, console);
    TuneResult result = search.result(true);
    Path folder = recording.path();
    if (folder != null) {
      SearchFiles.write(result, search.bounds(), folder);
    }
    output.tell(result, screen -> TuneTable.of(result, folder, screen));
    return ExitCode.of(result, ended.aborted(), strict);
  }
}
