package org.plimsoll.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.metrics.MetricsOut;
import org.plimsoll.report.terminal.SummaryTable;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.run.RunControl;
import org.plimsoll.settings.LoadEstimate;
import org.plimsoll.settings.ResolvedRun;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.settings.RunSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll run}: loads a target, measures it and judges the result. */
final class RunCommand implements Callable<Integer> {
  private static final String RESUME = "--resume";
  private static final String REPORT = "--report";

  private final Console console;
  private final boolean measures;
  private final CommandSpec spec;

  private RunCommand(Console console, String name, boolean measures, String description) {
    this.console = console;
    this.measures = measures;
    spec = Options.command(name, this, description);
    Options.addRun(spec, setting -> measures || RunSettings.concernsFill(setting));
    spec.addOption(Options.flag("--dry-run", "Print the resolved spec and exit."));
    spec.addOption(Options.value("--out", "DIR", "The run folder (runs/…)."));
    spec.addOption(Options.value("--json", "FILE", "The summary as JSON; - is stdout."));
    spec.addOption(Options.flag("--strict", "Exit 5 unless the result is valid."));
    if (measures) {
      spec.addOption(ToolReport.option(REPORT));
      spec.addOption(Options.value(RESUME, "DIR", "Continue the interrupted run of a folder."));
      spec.addOption(Attached.option());
      FleetRun.addTo(spec);
    }
    spec.addOption(
        Options.value("--report-every", "TIME", "Time between lines of progress, 1s to 60s (1s)."));
    spec.addOption(Options.flag("--quiet", "Print no progress, only problems."));
    if (measures) {
      HelpText.examples(
          spec,
          "run",
          "run redis://127.0.0.1:6379 --rate 10k --mix read=80,update=20",
          "run rocksdb: --workers 8 --for 30s",
          "run sim: --rate 1k --slo 'p99<10ms,errors<0.1%' --json result.json");
    } else {
      HelpText.examples(
          spec,
          "fill redis://127.0.0.1:6379 --keys 10m --value-bytes 1k",
          "fill redis://127.0.0.1:6379 --keys 10m --fill-mode verify");
    }
  }

  static CommandSpec run(Console console) {
    return new RunCommand(console, "run", true, "Loads a target and measures it.").spec;
  }

  /** {@code plimsoll fill} is a run that ends after its fill. */
  static CommandSpec fill(Console console) {
    return new RunCommand(console, "fill", false, "Writes the rows without a measurement.").spec;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    if (measures && FleetRun.isAsked(given)) {
      return FleetExecution.ofRun(
          console, given, Options.file(given).overriddenBy(Options.commandLine(given)));
    }
    Drivers drivers = console.drivers(Options.texts(given, "--drivers"));
    RunRequest commandLine = Options.commandLine(given);
    RunRequest file = file(given, commandLine, drivers);
    if (!measures) {
      ResolvedRun fill = RunResolver.resolveFill(file.overriddenBy(commandLine), drivers);
      return run(given, fill, Run.prepare(fill.spec(), drivers, List.of()), null);
    }
    try (RunControl control = RunControl.prepare(file, commandLine, drivers, List.of());
        Attached _ = Attached.to(control, drivers, given, console)) {
      return run(given, control.parameters().resolved(), control.run(), control);
    }
  }

  /**
   * Returns the request that the command line overrides: that of the spec file, or of the run that
   * is resumed.
   */
  private RunRequest file(ParseResult given, RunRequest commandLine, Drivers drivers) {
    String resumed = measures ? Options.text(given, RESUME) : null;
    if (resumed == null) {
      return Options.file(given);
    }
    if (Options.text(given, "--spec") != null) {
      throw new InvalidSpecException(
          RESUME + ": must not be given with --spec, was '" + resumed + "'");
    }
    return Resumed.request(resumed, commandLine, drivers);
  }

  private int run(ParseResult given, ResolvedRun resolved, Run run, @Nullable RunControl control)
      throws IOException {
    if (given.hasMatchedOption("--dry-run")) {
      console.out().print(dryRun(resolved));
      return ExitCode.DONE;
    }
    Output output = Output.of(console, Options.text(given, "--json"));
    ToolReport report =
        ToolReport.of(REPORT, measures ? Options.text(given, REPORT) : null, output);
    long everyNanos = ReportEvery.parse("--report-every", Options.text(given, "--report-every"));
    try (Recording recording = Recording.into(Options.text(given, "--out"));
        MetricsOut metrics = MetricsOut.open(resolved.spec().observation().sinks())) {
      recording.tellEarlier(console);
      run.listen(recording);
      run.listen(metrics);
      if (control != null) {
        control.onSinks(metrics::change);
      }
      boolean quiet = given.hasMatchedOption("--quiet");
      if (!quiet) {
        run.listen(
            new Progress(
                console, totalNanos(resolved.spec().phases()), output.hasTable(), everyNanos));
      }
      Execution.Ended ended = Execution.of(run, measures, console, quiet);
      return tell(ended, recording, output, report, given.hasMatchedOption("--strict"));
    }
  }

  private int tell(
      Execution.Ended ended, Recording recording, Output output, ToolReport report, boolean strict)
      throws IOException {
    Summary summary = ended.summary();
    if (summary == null) {
      return ended.exit();
    }
    recording.tellTrouble(summary, console);
    if (report.isGiven()) {
      console.err().print(SummaryTable.of(summary, recording.path(), console.screen()));
      output.tell(summary, _ -> report.text(summary));
    } else {
      output.tell(summary, screen -> SummaryTable.of(summary, recording.path(), screen));
    }
    return ExitCode.of(summary, ended.aborted(), strict);
  }

  private static long totalNanos(RunSpec.PhasesSpec phases) {
    return phases.durationNanos() == 0
        ? 0
        : phases.warmupNanos() + phases.durationNanos() * phases.iterations();
  }

  /** Returns the resolved spec with the origin of each value. */
  static String dryRun(ResolvedRun resolved) {
    int nameWidth =
        resolved.values().stream().mapToInt(value -> value.name().length()).max().orElse(0);
    int textWidth =
        resolved.values().stream()
            .mapToInt(value -> Math.min(32, value.text().length()))
            .max()
            .orElse(0);
    StringBuilder text = new StringBuilder();
    for (ResolvedRun.Value value : resolved.values()) {
      text.append(padded(value.name(), nameWidth))
          .append(padded(value.text(), textWidth))
          .append("# ")
          .append(value.origin())
          .append('\n');
    }
    text.append("\nestimate\n");
    LoadEstimate.of(resolved).forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()) + 2);
  }
}
