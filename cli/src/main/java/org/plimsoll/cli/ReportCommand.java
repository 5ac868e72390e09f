package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.report.page.HtmlReport;
import org.plimsoll.result.RecordedRun;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll report}: writes a recorded run as one HTML page. */
final class ReportCommand implements Callable<Integer> {
  private final Console console;
  private final CommandSpec spec;

  private ReportCommand(Console console) {
    this.console = console;
    spec = Options.command("report", this, "Writes one HTML page of a run.");
    spec.addPositional(Options.word("RUN", 0, "The run folder."));
    spec.addOption(
        Options.value("-o --output", "FILE", "File to write (report.html in the run folder)."));
    HelpText.examples(spec, "report runs/20261121T152619-run-19c4f93");
  }

  static CommandSpec spec(Console console) {
    return new ReportCommand(console).spec;
  }

  @Override
  public Integer call() throws IOException {
    ParseResult given = spec.commandLine().getParseResult();
    Path folder = Path.of(given.matchedPositionalValue(0, ""));
    if (!Files.isRegularFile(folder.resolve("run.json"))) {
      throw new InvalidSpecException("RUN: must be a run folder, was '" + folder + "'");
    }
    RecordedRun run = read(folder);
    String file = Options.text(given, "-o");
    Path page = file == null ? folder.resolve("report.html") : Path.of(file);
    Files.writeString(page, HtmlReport.of(run));
    console.out().println(page);
    return ExitCode.DONE;
  }

  private static RecordedRun read(Path folder) {
    try {
      return RunReader.read(folder);
    } catch (IOException e) {
      throw new InvalidSpecException("RUN: " + Console.sentence(e), e);
    }
  }
}
