package org.plimsoll.cli;

import java.net.BindException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.server.PlimsollServer;
import org.plimsoll.server.ServerSettings;
import org.plimsoll.server.run.LiveRuns;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll serve}: the page and the REST interface that drive runs from elsewhere. */
final class ServeCommand implements Callable<Integer> {
  private static final String PORT = "7450";
  private static final String LIVE_MAX = "16";

  private final Console console;
  private final CommandSpec spec;

  private ServeCommand(Console console) {
    this.console = console;
    spec =
        Options.command("serve", this, "Serves the page and the REST interface that drive runs.");
    spec.addOption(Options.value("--port", "N", "Port to listen on; 0 for a free one (7450)."));
    spec.addOption(Options.value("--runs", "DIR", "Folder of the run folders (runs)."));
    spec.addOption(Options.value("--max-runs", "N", "Runs that may go on at once (16)."));
    spec.addOption(Options.list("--drivers", "DIR", "Folder with more drivers; repeatable."));
  }

  static CommandSpec spec(Console console) {
    return new ServeCommand(console).spec;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    int port = number(given, "--port", PORT, 0, 65_535);
    int liveMax = number(given, "--max-runs", LIVE_MAX, 1, 1_000);
    String folder = Options.text(given, "--runs");
    LiveRuns runs =
        new LiveRuns(
            console.drivers(Options.texts(given, "--drivers")),
            Path.of(folder == null ? "runs" : folder),
            liveMax);
    CountDownLatch stopped = new CountDownLatch(1);
    try (Interrupts _ = Interrupts.take(stopped::countDown, runs::kill);
        PlimsollServer server = start(runs, port)) {
      console.say("Plimsoll is at http://" + ServerSettings.LOOPBACK + ":" + server.port());
      stopped.await();
      console.say(
          runs.goingOn().isEmpty() ? "stopping" : "stopping the runs; Ctrl-C again aborts them");
    }
    return ExitCode.DONE;
  }

  private static PlimsollServer start(LiveRuns runs, int port) throws Exception {
    try {
      return PlimsollServer.start(ServerSettings.local(port), runs);
    } catch (RuntimeException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof BindException) {
          throw new InvalidSpecException(
              "--port: must be free, and another process listens on '" + port + "'", e);
        }
      }
      throw e;
    }
  }

  private static int number(
      ParseResult given, String option, String absent, int minimum, int maximum) {
    String text = Options.text(given, option);
    try {
      long number = Quantities.parseCount(text == null ? absent : text);
      if (number >= minimum && number <= maximum) {
        return (int) number;
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw new InvalidSpecException(
        option
            + ": must be a whole number from "
            + minimum
            + " to "
            + maximum
            + ", was '"
            + text
            + "'");
  }
}
