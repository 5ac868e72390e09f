package org.plimsoll.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.HistogramExport;
import org.plimsoll.report.folder.IntervalCsv;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll export}: writes a recorded run in a format for other tools. */
final class ExportCommand implements Callable<Integer> {
  private static final List<String> FORMATS = List.of("--csv", "--json", "--hlog");

  private final Console console;
  private final CommandSpec spec;

  private ExportCommand(Console console) {
    this.console = console;
    spec = Options.command("export", this, "Writes a run as CSV, JSON or HdrHistogram log.");
    spec.addPositional(Options.word("RUN", 0, "The run folder."));
    spec.addOption(Options.flag("--csv", "One line for each interval and operation."));
    spec.addOption(Options.flag("--json", "The spec, the environment and the summary."));
    spec.addOption(Options.flag("--hlog", "Histograms of each second, in microseconds."));
    spec.addOption(
        Options.value("--every", "TIME", "Length of the intervals of --csv, 1s to 60s (1s)."));
    spec.addOption(Options.value("-o --output", "FILE", "File to write; - is stdout (default)."));
    HelpText.examples(
        spec,
        "export runs/20261121T152619-run-19c4f93 --csv --every 10s -o run.csv",
        "export runs/20261121T152619-run-19c4f93 --json | jq .summary.verdict");
  }

  static CommandSpec spec(Console console) {
    return new ExportCommand(console).spec;
  }

  @Override
  public Integer call() throws IOException {
    ParseResult given = spec.commandLine().getParseResult();
    Path folder = Path.of(given.matchedPositionalValue(0, ""));
    if (!Files.isRegularFile(folder.resolve("run.json"))) {
      throw new InvalidSpecException("RUN: must be a run folder, was '" + folder + "'");
    }
    List<String> formats = FORMATS.stream().filter(given::hasMatchedOption).toList();
    if (formats.size() != 1) {
      throw new InvalidSpecException(
          "export: must be given one of "
              + String.join(", ", FORMATS)
              + (formats.isEmpty()
                  ? ", was given none"
                  : ", was '" + String.join(" ", formats) + "'"));
    }
    String format = formats.getFirst();
    String every = Options.text(given, "--every");
    if (every != null && !format.equals("--csv")) {
      throw new InvalidSpecException("--every: must be given with --csv only, was '" + every + "'");
    }
    long everyNanos = ReportEvery.parse("--every", every);
    String file = Options.text(given, "-o");
    if (file == null || file.equals("-")) {
      write(folder, format, everyNanos, console.out());
      console.out().flush();
    } else {
      try (OutputStream out = Files.newOutputStream(Path.of(file))) {
        write(folder, format, everyNanos, out);
      }
      console.out().println(file);
    }
    return ExitCode.DONE;
  }

  private static void write(Path folder, String format, long everyNanos, OutputStream out)
      throws IOException {
    switch (format) {
      case "--csv" -> {
        try (IntervalCsv csv = new IntervalCsv(out)) {
          csv.write(folder, everyNanos);
        }
      }
      case "--json" -> Files.copy(folder.resolve("run.json"), out);
      default -> HistogramExport.write(folder, out);
    }
  }
}
