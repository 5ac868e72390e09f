package org.plimsoll.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;

/** {@code plimsoll completion}: prints a completion script for bash and zsh. */
final class CompletionCommand implements Callable<Integer> {
  private final Console console;
  private final CommandSpec spec;

  private CompletionCommand(Console console) {
    this.console = console;
    spec =
        Options.command(
            "completion", this, "Prints completion for bash and zsh: source <(… completion)");
  }

  static CommandSpec spec(Console console) {
    return new CompletionCommand(console).spec;
  }

  @Override
  public Integer call() {
    console.out().println(AutoComplete.bash("plimsoll", spec.root().commandLine()));
    return ExitCode.DONE;
  }
}
