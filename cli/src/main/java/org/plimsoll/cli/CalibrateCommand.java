package org.plimsoll.cli;

import java.util.concurrent.Callable;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.terminal.FloorText;
import org.plimsoll.result.Floor;
import org.plimsoll.run.Calibration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code plimsoll calibrate}: measures the best timing precision of the generator on this machine.
 */
final class CalibrateCommand implements Callable<Integer> {
  private final Console console;
  private final CommandSpec spec;

  private CalibrateCommand(Console console) {
    this.console = console;
    spec =
        Options.command(
            "calibrate", this, "Measures the generator's timing precision on this machine.");
    spec.addOption(Options.flag("--json", "Print JSON instead of text."));
    spec.addOption(Options.list("--drivers", "DIR", "Folder with additional drivers; repeatable."));
  }

  static CommandSpec spec(Console console) {
    return new CalibrateCommand(console).spec;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    Floor floor = Calibration.measure(console.drivers(Options.texts(given, "--drivers")));
    console
        .out()
        .print(
            given.hasMatchedOption("--json")
                ? ResultJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(floor)
                    + "\n"
                : FloorText.of(floor, console.screen()));
    console.out().flush();
    return ExitCode.DONE;
  }
}
