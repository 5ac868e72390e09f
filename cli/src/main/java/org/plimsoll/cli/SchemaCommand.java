package org.plimsoll.cli;

import java.util.concurrent.Callable;
import org.plimsoll.settings.SpecSchema;
import picocli.CommandLine.Model.CommandSpec;

/** {@code plimsoll schema}: prints the JSON Schema of spec files, for editors. */
final class SchemaCommand implements Callable<Integer> {
  private final Console console;

  private SchemaCommand(Console console) {
    this.console = console;
  }

  static CommandSpec spec(Console console) {
    return Options.command(
        "schema", new SchemaCommand(console), "Prints the JSON Schema of spec files.");
  }

  @Override
  public Integer call() {
    console.out().println(SpecSchema.json());
    return ExitCode.DONE;
  }
}
