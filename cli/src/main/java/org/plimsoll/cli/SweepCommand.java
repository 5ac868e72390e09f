package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.SweepResults;
import org.plimsoll.analysis.tune.SweepResults.Outcome;
import org.plimsoll.analysis.tune.SweepResults.Prices;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.page.SweepPage;
import org.plimsoll.report.terminal.Observed;
import org.plimsoll.report.terminal.StudyTable;
import org.plimsoll.report.terminal.SweepTable;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.Validity;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.SpecFile;
import org.plimsoll.settings.SweepPlan;
import org.plimsoll.settings.SweepPlan.Visit;
import org.plimsoll.settings.SweepSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll sweep}: executes the runs of a grid, repeated, and writes one report of all. */
final class SweepCommand implements Callable<Integer> {
  private static final String JSON = "sweep.json";

  private final Console console;
  private final CommandSpec spec;

  private SweepCommand(Console console) {
    this.console = console;
    spec = Options.command("sweep", this, "Runs a spec for each point of a grid of settings.");
    Options.addRun(spec, setting -> !RunSettings.isOfSteeredRun(setting));
    SweepOptions.add(spec);
    spec.addOption(Options.flag("--resume", "Keep the runs that --out already contains."));
    spec.addOption(Options.flag("--dry-run", "Print the runs in order and exit."));
    spec.addOption(Options.value("--out", "DIR", "The folder of the sweep (runs/…)."));
    spec.addOption(Options.value("--json", "FILE", "The result as JSON; - is stdout."));
    spec.addOption(Options.flag("--strict", "Exit 5 unless every run is valid."));
    FleetRun.addTo(spec);
    spec.addOption(Options.flag("--quiet", "Print no progress, only problems."));
    HelpText.examples(
        spec,
        "sweep rocksdb: --grid workers=1,2,4,8 --for 10s --repeat 2",
        "sweep redis://127.0.0.1 --workers 8 --grid value-bytes=100,1k,10k",
        "sweep --spec examples/cassandra-scale-study.yaml");
  }

  static CommandSpec spec(Console console) {
    return new SweepCommand(console).spec;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    Drivers drivers = console.drivers(Options.texts(given, "--drivers"));
    if (!FleetRun.isAsked(given)) {
      return execute(given, drivers, SweepExecution.here(drivers));
    }
    try (FleetClient client = FleetRun.client(given, List.of("--drivers"))) {
      return execute(given, drivers, SweepExecution.inFleet(console, client, drivers));
    }
  }

  private int execute(ParseResult given, Drivers drivers, SweepExecution execution)
      throws Exception {
    SpecFile.OfSweep file = SweepOptions.file(given);
    RunRequest request = file.run().overriddenBy(Options.commandLine(given));
    SweepSpec varied = SweepSpec.of(file.sweep().overriddenBy(SweepOptions.texts(given)));
    SweepOptions.checkColumns(varied, request);
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String out = Options.text(given, "--out");
    long seed = seed(request, given.hasMatchedOption("--resume") ? out : null, now);
    SweepPlan plan = SweepPlan.of(request, varied, seed, drivers);
    if (given.hasMatchedOption("--dry-run")) {
      plan.visits().forEach(visit -> console.out().println(shown(plan, visit)));
      return ExitCode.DONE;
    }
    Output output = Output.of(console, Options.text(given, "--json"));
    boolean resumes = given.hasMatchedOption("--resume");
    Path folder = folder(out, resumes, now);
    Prices prices = new Prices(varied.prices().perHour(), varied.prices().perGigabyte());
    SweepStudy study = new SweepStudy(varied, folder);
    Sweep sweep = new Sweep(plan, folder, now, seed, prices, study);
    SweepRuns runs = new SweepRuns(varied, execution, folder, resumes);
    List<Outcome> outcomes = new ArrayList<>();
    // If the sweep is killed, it is resumed with the seed that is stored here.
    keep(sweep.result(outcomes), folder);
    boolean aborted;
    boolean quiet = given.hasMatchedOption("--quiet");
    try (Interrupts interrupts = Interrupts.take(console, quiet, runs::stop, runs::abort)) {
      for (Visit visit : plan.visits()) {
        if (!runs.isStopped()) {
          if (!quiet && !varied.commands().before().isEmpty()) {
            console.say((outcomes.size() + 1) + number(plan) + shown(plan, visit) + "  command …");
          }
          Outcome outcome = runs.visit(plan.points().get(visit.point() - 1), visit);
          outcomes.add(outcome);
          if (!quiet) {
            tell(plan, visit, outcome, outcomes.size());
          }
        }
      }
      aborted = interrupts.aborted();
    }
    String problem = runs.after(plan.points().getLast());
    if (!problem.isEmpty()) {
      console.say("after the sweep: " + problem);
    }
    SweepResult result = sweep.result(outcomes);
    keep(result, folder);
    Files.writeString(folder.resolve("sweep.html"), SweepPage.of(result));
    SweepResult.Study table = result.study();
    output.tell(
        result,
        screen ->
            table == null
                ? SweepTable.of(result, folder, screen)
                : StudyTable.of(result, table, folder, screen));
    return exitCode(result, aborted, given.hasMatchedOption("--strict"));
  }

  /** The values that all runs of a sweep have in common. */
  private record Sweep(
      SweepPlan plan, Path folder, Instant startedAt, long seed, Prices prices, SweepStudy study) {
    /** Returns the target, or all targets if they are an axis. */
    private String targets() {
      return plan.visits().stream()
          .sorted(Comparator.comparingInt(Visit::point))
          .map(visit -> visit.run().spec().target().uri())
          .distinct()
          .collect(Collectors.joining(", "));
    }

    SweepResult result(List<Outcome> outcomes) {
      Visit first = plan.visits().getFirst();
      SweepResult result =
          SweepResults.of(
              first.run().spec().identity().name(),
              targets(),
              startedAt.toString(),
              seed,
              plan.points(),
              outcomes,
              prices);
      return study.in(result, outcomes);
    }
  }

  private void tell(SweepPlan plan, Visit visit, Outcome outcome, int number) {
    Summary summary = outcome.summary();
    String what =
        summary == null
            ? "failed: " + outcome.failure()
            : String.format(
                Locale.ROOT,
                "%,.0f/s, %s%s",
                summary.figures().throughputPerSecond(),
                summary.verdict().validity(),
                missed(summary));
    console.say(number + number(plan) + shown(plan, visit) + "  " + what);
  }

  private static String number(SweepPlan plan) {
    return "/" + plan.visits().size() + "  ";
  }

  /** Returns the objectives that a run missed, for the line of progress. */
  private static String missed(Summary summary) {
    StringBuilder text = new StringBuilder();
    for (Summary.SloResult each : summary.verdict().objectives()) {
      Double observed = each.observed();
      if (each.result() == SloOutcome.FAILED && observed != null) {
        text.append(text.isEmpty() ? ", missed " : ", ")
            .append(each.text())
            .append(": ")
            .append(Observed.text(each.objective(), observed));
      }
    }
    return text.toString();
  }

  private static String shown(SweepPlan plan, Visit visit) {
    StringBuilder text = new StringBuilder();
    plan.points()
        .get(visit.point() - 1)
        .forEach((name, value) -> text.append(name).append('=').append(value).append(' '));
    return text.append("run ").append(visit.repetition()).toString();
  }

  private static void keep(SweepResult result, Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(JSON), ResultJson.text(result));
  }

  private static Path folder(@Nullable String out, boolean resumes, Instant now)
      throws IOException {
    if (out == null) {
      if (resumes) {
        throw new InvalidSpecException(
            "--resume: must be given with --out, the folder of the sweep to resume");
      }
      return Recording.RUNS.resolve(RunFolder.stamp(now) + "-sweep");
    }
    Path folder = Path.of(out);
    if (!resumes && Files.exists(folder)) {
      try (var children = Files.list(folder)) {
        if (children.findAny().isPresent()) {
          throw new InvalidSpecException(
              "--out: must be a new or an empty folder without --resume, was '" + out + "'");
        }
      }
    }
    return folder;
  }

  /** Returns the given seed, else that of the resumed sweep, else one derived from the clock. */
  private static long seed(RunRequest request, @Nullable String resumed, Instant now)
      throws IOException {
    Given given = request.values().get(RunSettings.SEED.name());
    if (given != null) {
      return RunSettings.SEED.parse(given.text());
    }
    if (resumed != null && Files.isRegularFile(Path.of(resumed, JSON))) {
      String json = Files.readString(Path.of(resumed, JSON));
      return ResultJson.mapper().readValue(json, SweepResult.class).sweep().seed();
    }
    return now.getEpochSecond();
  }

  /** Returns the exit code: the first that applies, in the documented order. */
  private static int exitCode(SweepResult result, boolean aborted, boolean strict) {
    if (result.rows().stream().allMatch(row -> row.repetitions().runs() == 0)) {
      return aborted ? ExitCode.ABORTED : ExitCode.TARGET_UNUSABLE;
    }
    if (aborted) {
      return ExitCode.ABORTED;
    }
    boolean allValid =
        result.rows().stream().allMatch(row -> row.repetitions().validity() == Validity.VALID);
    if (strict && !allValid) {
      return ExitCode.UNDECIDED;
    }
    boolean missed = result.rows().stream().anyMatch(row -> row.repetitions().failed());
    return missed ? ExitCode.SLO_MISSED : ExitCode.DONE;
  }
}
