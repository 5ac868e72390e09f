package org.plimsoll.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line's entry. */
@Command(
    name = "plimsoll",
    version = "plimsoll 0.1.0",
    mixinStandardHelpOptions = true,
    description = "Finds the load a data store carries within its service level.")
public final class Main implements Runnable {
  private Main() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
