package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.PrivateFiles;
import org.plimsoll.server.security.Tokens;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll fleet local N}: starts a fleet of processes on this machine, to try it out. */
final class FleetLocalCommand implements Callable<Integer> {
  private static final int NODES_MAX = 32;

  private final Console console;
  private final CommandSpec spec;

  private FleetLocalCommand(Console console) {
    this.console = console;
    spec =
        Options.command(
            "local", this, "Starts a fleet of N processes on this machine; Ctrl-C stops them.");
    spec.addPositional(Options.word("N", 0, "Number of nodes, at most " + NODES_MAX + "."));
    spec.addOption(
        Options.value(
            "--port",
            "N",
            "Lowest port; free ports from this one on are used (" + ServeOptions.PORT + ")."));
    spec.addOption(Options.value("--runs", "DIR", "Parent of the nodes' run folders (runs)."));
    HelpText.examples(spec, "fleet local 4");
  }

  static CommandSpec spec(Console console) {
    return new FleetLocalCommand(console).spec;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    int count = (int) Options.number("N", given.matchedPositionalValue(0, ""), 1, NODES_MAX);
    String port = Options.text(given, "--port");
    int lowest = (int) Options.number("--port", port == null ? ServeOptions.PORT : port, 1, 65_000);
    String runs = Options.text(given, "--runs");
    Path folder = Path.of(runs == null ? "runs" : runs).toAbsolutePath();
    String token = Tokens.generate();
    CountDownLatch stopped = new CountDownLatch(1);
    try (LocalFleet fleet = new LocalFleet(console, folder, token, stopped::countDown);
        Interrupts _ = Interrupts.take(console, false, stopped::countDown, fleet::kill);
        TokenFile _ = tokenFile(folder, token)) {
      List<LocalFleet.Node> nodes = fleet.start(count, lowest);
      if (fleet.awaitMembers(stopped)) {
        nodes.forEach(node ->
            console.say(node.name() + "  " + node.page() + "  process " + node.process().pid()));
        console.say("Log in with " + nodes.getFirst().page() + "/#token=" + token);
        console.say("Ctrl-C stops all nodes.");
      } else if (stopped.getCount() > 0) {
        return ExitCode.FAILURE;
      }
      stopped.await();
      return fleet.isAnyAlive() ? ExitCode.DONE : ExitCode.FAILURE;
    }
  }

  private static TokenFile tokenFile(Path folder, String token) {
    try {
      PrivateFiles.createFolders(folder);
      return TokenFile.of(folder, token);
    } catch (IOException e) {
      throw new InvalidSpecException(
          "--runs: must be a folder that can be written to, was '" + folder + "'", e);
    }
  }
}
