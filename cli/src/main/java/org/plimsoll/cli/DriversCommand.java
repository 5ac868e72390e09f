package org.plimsoll.cli;

import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.UninstalledDriver;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll drivers}: lists the drivers, or the settings of one. */
final class DriversCommand implements Callable<Integer> {
  private final Console console;
  private final CommandSpec spec;

  private DriversCommand(Console console) {
    this.console = console;
    spec = Options.command("drivers", this, "Lists the drivers, or the settings of one.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("NAME")
            .index("0")
            .arity("0..1")
            .type(String.class)
            .description("Name of a driver.")
            .build());
    spec.addOption(Options.list("--drivers", "DIR", "Folder with additional drivers; repeatable."));
    spec.addSubcommand("install", DriversInstallCommand.spec(console));
    HelpText.examples(spec, "drivers", "drivers redis", "drivers install geode");
  }

  static CommandSpec spec(Console console) {
    return new DriversCommand(console).spec;
  }

  @Override
  public Integer call() {
    ParseResult given = spec.commandLine().getParseResult();
    Drivers drivers = console.drivers(Options.texts(given, "--drivers"));
    if (given.hasMatchedPositional(0)) {
      describe(drivers.named(given.matchedPositionalValue(0, "")));
    } else {
      Map<String, String> rows = new TreeMap<>();
      drivers.names().forEach(name -> rows.put(name, drivers.named(name).description()));
      for (UninstalledDriver driver : drivers.uninstalled()) {
        rows.put(driver.name(), driver.description() + " Not installed: " + driver.command() + ".");
      }
      int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
      rows.forEach((name, description) ->
          console.out().println(name + " ".repeat(width - name.length() + 2) + description));
    }
    return ExitCode.DONE;
  }

  private void describe(Driver driver) {
    PrintStream out = console.out();
    out.println(driver.name() + ": " + driver.description());
    out.println("target: " + String.join(", ", driver.targetForms()));
    out.println(
        "operations: "
            + String.join(
                ", ", driver.operations().stream().map(OperationType::name).sorted().toList()));
    for (Setting<?> setting : driver.settings()) {
      out.println();
      String value = setting.defaultText();
      out.println(
          setting.name()
              + (value == null ? "" : " = " + (setting.secret() ? "***" : value))
              + (setting.live() ? " (live)" : "")
              + (setting.secret() ? " (secret)" : ""));
      if (!setting.description().isEmpty()) {
        out.println("    " + setting.description());
      }
      out.println("    must be " + setting.allowed());
    }
  }
}
