package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.metrics.MetricsOut;
import org.plimsoll.report.terminal.SummaryTable;
import org.plimsoll.report.terminal.YcsbReport;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.ResolvedRun;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.SettingGroup;
import org.plimsoll.settings.importing.Imported;
import org.plimsoll.settings.importing.YcsbImport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code plimsoll ycsb load|run DB}: runs a YCSB binding with the command line and output of YCSB.
 * Plimsoll's own summary goes to stderr, and the run is recorded.
 */
final class YcsbCommand implements Callable<Integer> {
  private static final String YCSB_HOME = "YCSB_HOME";
  private static final String TIME_LIMIT = "maxexecutiontime";

  /**
   * Names of the {@code ycsb} driver's facts about properties that are missing or were never read.
   */
  private static final List<String> PROPERTY_FACTS =
      List.of("properties not asked for", "properties not given");

  private static final List<Double> PERCENTILES = List.of(95.0, 99.0);

  private final Console console;
  private final boolean load;
  private final CommandSpec spec;

  private YcsbCommand(Console console, boolean load) {
    this.console = console;
    this.load = load;
    spec =
        Options.command(
            load ? "load" : "run",
            this,
            load ? "Writes the rows of a workload." : "Runs the operations of a workload.");
    spec.addPositional(
        Options.word("DB", 0, "Name of a binding, such as redis or basic, or a class."));
    spec.addOption(Options.list("-P", "FILE", "Properties; repeatable, later ones win."));
    spec.addOption(Options.list("-p", "NAME=VALUE", "Property that overrides files; repeatable."));
    spec.addOption(Options.value("-threads", "N", "Threads, each with a DB object (1)."));
    spec.addOption(Options.value("-target", "N", "Operations per second of all threads."));
    spec.addOption(Options.flag("-s", "Print the progress each second."));
    spec.addOption(Options.value("-l", "LABEL", "Name of the run."));
    spec.addOption(
        Options.value(
            "--binding", "DIR", "Folder of YCSB, a binding or jars ($" + YCSB_HOME + ")."));
    spec.addOption(Options.list("--drivers", "DIR", "Folder with additional drivers; repeatable."));
    spec.addOption(Options.list("--set", "NAME=VALUE", "Setting of the driver; repeatable."));
    spec.addOption(Options.flag("--dry-run", "Print the resolved spec and exit."));
    spec.addOption(Options.value("--out", "DIR", "The run folder (runs/…)."));
    spec.addOption(Options.value("--json", "FILE", "The summary as JSON, in a file."));
    spec.addOption(Options.flag("--strict", "Exit 5 unless the result is valid."));
    spec.addOption(Options.flag("--quiet", "Print only problems and YCSB's own output."));
    HelpText.examples(
        spec,
        "ycsb "
            + (load ? "load" : "run")
            + " redis --binding ycsb-0.17.0 -P workloada -threads 16");
    int order = 0;
    for (SettingGroup group : RunSettings.groups()) {
      Options.addGroup(spec, group, this::concerns, order++);
    }
  }

  private boolean concerns(Setting<?> setting) {
    return !load || RunSettings.concernsFill(setting);
  }

  static CommandSpec spec(Console console) {
    Callable<Integer> usage = () -> ExitCode.BAD_USAGE;
    CommandSpec ycsb =
        Options.command("ycsb", usage, "Runs a YCSB binding with YCSB's command line.");
    ycsb.addSubcommand("load", new YcsbCommand(console, true).spec);
    ycsb.addSubcommand("run", new YcsbCommand(console, false).spec);
    return ycsb;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    Properties properties = properties(given);
    String db = given.matchedPositionalValue(0, "");
    Imported imported = YcsbImport.forBinding(properties, load, db);
    Drivers drivers = console.drivers(Options.texts(given, "--drivers"));
    RunRequest request = request(given, imported);
    ResolvedRun resolved =
        imported.fillOnly()
            ? RunResolver.resolveFill(request, drivers)
            : RunResolver.resolve(request, drivers);
    if (given.hasMatchedOption("--dry-run")) {
      console.out().print(RunCommand.dryRun(resolved));
      return ExitCode.DONE;
    }
    if (!given.hasMatchedOption("--quiet")) {
      imported.notTaken().forEach(note -> console.say("ycsb: " + note));
    }
    return run(given, properties, resolved, drivers);
  }

  private int run(ParseResult given, Properties properties, ResolvedRun resolved, Drivers drivers)
      throws IOException {
    Run run = Run.prepare(resolved.spec(), drivers, List.of());
    boolean quiet = given.hasMatchedOption("--quiet");
    YcsbOutput output = YcsbOutput.of(properties, console);
    String json = Options.text(given, "--json");
    if (json != null) {
      Output.requireFile("--json", "a file", json);
    }
    try (Recording recording = Recording.into(Options.text(given, "--out"));
        MetricsOut metrics = MetricsOut.open(resolved.spec().observation().sinks())) {
      recording.tellEarlier(console);
      run.listen(recording);
      run.listen(metrics);
      if (!quiet && Boolean.parseBoolean(properties.getProperty("status"))) {
        run.listen(new Progress(console, 0, false));
      }
      boolean measures = resolved.spec().phases().measures();
      if (!measures) {
        limitFill(run, properties);
      }
      Execution.Ended ended = Execution.of(run, measures, console, quiet);
      Summary summary = ended.summary();
      if (summary == null) {
        return ended.exit();
      }
      if (!quiet) {
        tellProperties(summary);
      }
      recording.tellTrouble(summary, console);
      if (!quiet) {
        console.err().print(SummaryTable.of(summary, recording.path(), console.screen()));
      }
      output.tell(summary);
      if (json != null) {
        Output.write("--json", json, org.plimsoll.report.folder.ResultJson.text(summary));
      }
      return ExitCode.of(summary, ended.aborted(), given.hasMatchedOption("--strict"));
    }
  }

  /** Ends a load after the maximum time of YCSB's property, which the import has checked. */
  private void limitFill(Run run, Properties properties) {
    long seconds = Long.parseLong(properties.getProperty(TIME_LIMIT, "0").strip());
    if (seconds > 0) {
      run.limitFill(
          Duration.ofSeconds(seconds),
          TIME_LIMIT,
          () -> console.say("ycsb: the load ends early, after " + TIME_LIMIT + "=" + seconds));
    }
  }

  /** Prints which properties were probably misspelled, and which the binding did not receive. */
  private void tellProperties(Summary summary) {
    Map<String, String> facts = summary.driver().targetFacts();
    for (String name : PROPERTY_FACTS) {
      if (facts.containsKey(name)) {
        console.say("ycsb: " + name + ": " + facts.get(name));
      }
    }
  }

  /** Merges the request: options of this tool override YCSB's properties. */
  private RunRequest request(ParseResult given, Imported imported) {
    RunRequest own = Options.commandLine(given);
    Map<String, Given> settings = new LinkedHashMap<>();
    String binding = Options.text(given, "--binding");
    String home = System.getenv(YCSB_HOME);
    if (binding != null) {
      settings.put("binding", new Given(binding, Given.COMMAND_LINE));
    } else if (home != null && !home.isBlank()) {
      settings.put("binding", new Given(home, YCSB_HOME));
    }
    settings.putAll(own.driverSettings());
    String name = runName(Objects.requireNonNullElse(Options.text(given, "-l"), ""));
    Map<String, Given> values = new LinkedHashMap<>();
    if (!name.isEmpty()) {
      values.put("name", new Given(name, Given.COMMAND_LINE));
    }
    values.putAll(own.values());
    return imported.request("YCSB").overriddenBy(new RunRequest(null, values, settings));
  }

  /** Converts a label to a run name: each character that is not allowed becomes a hyphen. */
  private static String runName(String label) {
    String name = label.replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^[^A-Za-z0-9]+", "");
    return name.substring(0, Math.min(60, name.length()));
  }

  private static Properties properties(ParseResult given) {
    Properties properties =
        PropertyFiles.read(Options.texts(given, "-P"), Options.texts(given, "-p"));
    put(properties, "threadcount", Options.text(given, "-threads"));
    put(properties, "target", Options.text(given, "-target"));
    put(properties, "label", Options.text(given, "-l"));
    if (given.hasMatchedOption("-s")) {
      properties.setProperty("status", "true");
    }
    return properties;
  }

  private static void put(Properties properties, String name, @Nullable String value) {
    if (value != null) {
      properties.setProperty(name, value);
    }
  }

  /** The destination and the format of YCSB's results. */
  private record YcsbOutput(
      Console console,
      @Nullable String file,
      Format format,
      YcsbReport.Intervals intervals,
      List<Double> percentiles) {
    private enum Format {
      TEXT,
      JSON,
      JSON_ARRAY
    }

    static YcsbOutput of(Properties properties, Console console) {
      String exporter = properties.getProperty("exporter", "TextMeasurementsExporter").strip();
      Format format =
          switch (exporter.substring(exporter.lastIndexOf('.') + 1)) {
            case "TextMeasurementsExporter" -> Format.TEXT;
            case "JSONMeasurementsExporter" -> Format.JSON;
            case "JSONArrayMeasurementsExporter" -> Format.JSON_ARRAY;
            default -> {
              // YCSB also prints text in this case.
              console.say(
                  "ycsb: exporter '"
                      + exporter
                      + "' is unknown, so the results are text; known are"
                      + " TextMeasurementsExporter, JSONMeasurementsExporter,"
                      + " JSONArrayMeasurementsExporter");
              yield Format.TEXT;
            }
          };
      String file = properties.getProperty("exportfile");
      if (file != null) {
        Output.requireFile("exportfile", "a file", file);
      }
      try {
        return new YcsbOutput(
            console,
            file,
            format,
            YcsbReport.Intervals.parse(properties.getProperty("measurement.interval", "both")),
            percentiles(properties.getProperty("hdrhistogram.percentiles")));
      } catch (IllegalArgumentException e) {
        throw new InvalidSpecException(String.valueOf(e.getMessage()), e);
      }
    }

    private static List<Double> percentiles(@Nullable String text) {
      if (text == null) {
        return PERCENTILES;
      }
      List<Double> percentiles = new ArrayList<>();
      for (String each : text.split(",", -1)) {
        try {
          percentiles.add(Double.parseDouble(each.strip()));
        } catch (NumberFormatException e) {
          throw new IllegalArgumentException(
              "hdrhistogram.percentiles: must be numbers such as 95,99.9, was '" + text + "'", e);
        }
      }
      return percentiles;
    }

    void tell(Summary summary) throws IOException {
      List<YcsbReport.Line> lines = YcsbReport.of(summary, intervals, percentiles);
      String text =
          format == Format.TEXT
              ? YcsbReport.text(lines)
              : YcsbReport.json(lines, format == Format.JSON_ARRAY);
      if (file == null) {
        console.out().print(text);
        console.out().flush();
      } else {
        Files.writeString(Path.of(file), text);
      }
    }
  }
}
