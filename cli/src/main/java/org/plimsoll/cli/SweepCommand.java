package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.SweepResults;
import org.plimsoll.analysis.tune.SweepResults.Outcome;
import org.plimsoll.analysis.tune.SweepResults.Prices;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.metrics.MetricsOut;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.report.page.SweepPage;
import org.plimsoll.report.terminal.SweepTable;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.Validity;
import org.plimsoll.run.Run;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.Grid;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.SweepPlan;
import org.plimsoll.settings.SweepPlan.Visit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll sweep}: executes the runs of a grid, repeated, and writes one report of all. */
final class SweepCommand implements Callable<Integer> {
  private static final String JSON = "sweep.json";
  private static final int REPEAT_MAX = 1_000;

  private final Console console;
  private final CommandSpec spec;
  private volatile boolean stopped;
  private volatile @Nullable Run running;

  private SweepCommand(Console console) {
    this.console = console;
    spec = Options.command("sweep", this, "Runs a spec for each point of a grid of settings.");
    Options.addRun(spec, setting -> !RunSettings.isOfSteeredRun(setting));
    spec.addOption(
        Options.list("--grid", "NAME=V,V…", "A setting and its values, or set.NAME; repeatable."));
    spec.addOption(Options.value("--repeat", "N", "Runs of each point (1)."));
    spec.addOption(Options.flag("--resume", "Keep the runs that --out already contains."));
    spec.addOption(Options.value("--price-per-hour", "N", "Price of all machines of the target."));
    spec.addOption(Options.value("--price-per-gb", "N", "Price of transferred data."));
    spec.addOption(Options.flag("--dry-run", "Print the runs in order and exit."));
    spec.addOption(Options.value("--out", "DIR", "The folder of the sweep (runs/…)."));
    spec.addOption(Options.value("--json", "FILE", "The result as JSON; - is stdout."));
    spec.addOption(Options.flag("--strict", "Exit 5 unless every run is valid."));
    spec.addOption(Options.flag("--quiet", "Print no progress, only problems."));
    HelpText.examples(
        spec,
        "sweep rocksdb: --grid workers=1,2,4,8 --for 10s --repeat 2",
        "sweep redis://127.0.0.1 --workers 8 --grid value-bytes=100,1k,10k");
  }

  static CommandSpec spec(Console console) {
    return new SweepCommand(console).spec;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    Drivers drivers = console.drivers(Options.texts(given, "--drivers"));
    RunRequest request = Options.request(given);
    Grid grid = Grid.parse(Options.texts(given, "--grid"));
    int repeat = repeat(Options.text(given, "--repeat"));
    Prices prices = new Prices(price(given, "--price-per-hour"), price(given, "--price-per-gb"));
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String out = Options.text(given, "--out");
    long seed = seed(request, given.hasMatchedOption("--resume") ? out : null, now);
    SweepPlan plan = SweepPlan.of(request, grid, repeat, seed, drivers);
    if (given.hasMatchedOption("--dry-run")) {
      plan.visits().forEach(visit -> console.out().println(shown(plan, visit)));
      return ExitCode.DONE;
    }
    Output output = Output.of(console, Options.text(given, "--json"));
    boolean resumes = given.hasMatchedOption("--resume");
    Path folder = folder(out, resumes, now);
    Sweep sweep = new Sweep(plan, folder, now, seed, prices);
    List<Outcome> outcomes = new ArrayList<>();
    // If the sweep is killed, it is resumed with the seed that is stored here.
    keep(sweep.result(outcomes), folder);
    boolean aborted;
    boolean quiet = given.hasMatchedOption("--quiet");
    try (Interrupts interrupts = Interrupts.take(console, quiet, this::stop, this::abort)) {
      for (Visit visit : plan.visits()) {
        if (!stopped) {
          Outcome outcome = visit(plan, visit, drivers, folder, resumes);
          outcomes.add(outcome);
          if (!quiet) {
            tell(plan, visit, outcome, outcomes.size());
          }
        }
      }
      aborted = interrupts.aborted();
    }
    SweepResult result = sweep.result(outcomes);
    keep(result, folder);
    Files.writeString(folder.resolve("sweep.html"), SweepPage.of(result));
    output.tell(result, screen -> SweepTable.of(result, folder, screen));
    return exitCode(result, aborted, given.hasMatchedOption("--strict"));
  }

  /** The values that all runs of a sweep share. */
  private record Sweep(SweepPlan plan, Path folder, Instant startedAt, long seed, Prices prices) {
    SweepResult result(List<Outcome> outcomes) {
      Visit first = plan.visits().getFirst();
      return SweepResults.of(
          first.run().spec().identity().name(),
          first.run().spec().target().uri(),
          startedAt.toString(),
          seed,
          plan.points(),
          outcomes,
          prices);
    }
  }

  private void stop() {
    stopped = true;
    Run run = running;
    if (run != null) {
      run.stop();
    }
  }

  private void abort() {
    Run run = running;
    if (run != null) {
      run.abort();
    }
  }

  /** Executes one run; a failure becomes a row with its reason, and the sweep continues. */
  private Outcome visit(
      SweepPlan plan, Visit visit, Drivers drivers, Path folder, boolean resumes) {
    Map<String, String> point = plan.points().get(visit.point() - 1);
    Path own = folder.resolve(visit.folder());
    if (resumes) {
      Summary earlier = earlier(own, visit);
      if (earlier != null) {
        return new Outcome(point, earlier, "", visit.folder());
      }
    }
    try (Recording recording = Recording.into(own.toString());
        MetricsOut metrics = MetricsOut.open(visit.run().spec().observation().sinks())) {
      Run run = Run.prepare(visit.run().spec(), drivers, List.of(recording, metrics));
      running = run;
      if (stopped) {
        run.stop();
      }
      Summary summary = run.execute();
      boolean answered = summary.accounting().answered().total() > 0;
      return answered
          ? new Outcome(point, summary, "", visit.folder())
          : new Outcome(point, null, "no operation was answered", visit.folder());
    } catch (Exception e) {
      return new Outcome(point, null, Console.sentence(e), null);
    } finally {
      running = null;
    }
  }

  /** Returns the summary of an earlier run with the same settings; null without one. */
  private static @Nullable Summary earlier(Path folder, Visit visit) {
    if (!Files.isRegularFile(folder.resolve("run.json"))) {
      return null;
    }
    try {
      Summary summary = RunReader.read(folder).summary();
      boolean same =
          summary != null
              && !summary.verdict().has(FindingCode.INTERRUPTED)
              && String.valueOf(summary.run().spec())
                  .equals(String.valueOf(visit.run().spec().identity().resolved()));
      return same ? summary : null;
    } catch (IOException e) {
      return null;
    }
  }

  private void tell(SweepPlan plan, Visit visit, Outcome outcome, int number) {
    Summary summary = outcome.summary();
    String what =
        summary == null
            ? "failed: " + outcome.failure()
            : String.format(
                Locale.ROOT,
                "%,.0f/s, %s",
                summary.figures().throughputPerSecond(),
                summary.verdict().validity());
    console.say(number + "/" + plan.visits().size() + "  " + shown(plan, visit) + "  " + what);
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

  private static int repeat(@Nullable String text) {
    if (text == null) {
      return 1;
    }
    try {
      long repeat = Quantities.parseCount(text);
      if (repeat >= 1 && repeat <= REPEAT_MAX) {
        return (int) repeat;
      }
    } catch (IllegalArgumentException e) {
      // Reported below, with the allowed values.
    }
    throw new InvalidSpecException(
        "--repeat: must be a whole number from 1 to " + REPEAT_MAX + ", was '" + text + "'");
  }

  private static double price(ParseResult given, String name) {
    String text = Options.text(given, name);
    if (text == null) {
      return 0;
    }
    try {
      double price = Quantities.parseDecimal(text);
      if (price >= 0 && price < 1e9) {
        return price;
      }
    } catch (IllegalArgumentException e) {
      // Reported below, with the allowed values.
    }
    throw new InvalidSpecException(
        name + ": must be a price of at least 0 and below 1g, was '" + text + "'");
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
    return strict && !allValid ? ExitCode.UNDECIDED : ExitCode.DONE;
  }
}
