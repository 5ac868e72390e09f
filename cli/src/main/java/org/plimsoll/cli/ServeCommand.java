package org.plimsoll.cli;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.fleet.Fleet;
import org.plimsoll.fleet.cluster.ClusterFleet;
import org.plimsoll.fleet.discovery.FleetSeeds;
import org.plimsoll.fleet.generator.FleetRuns;
import org.plimsoll.report.folder.Lease;
import org.plimsoll.report.folder.PrivateFiles;
import org.plimsoll.server.PlimsollServer;
import org.plimsoll.server.Rehearsal;
import org.plimsoll.server.ServerSettings;
import org.plimsoll.server.run.FleetPart;
import org.plimsoll.server.run.LiveRuns;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll serve}: serves the page and the REST interface that control runs. */
final class ServeCommand implements Callable<Integer> {
  /** The environment variable with which the server stops at the end of its input. */
  static final String STOP_AT_END_OF_INPUT = "PLIMSOLL_STOP_AT_END_OF_INPUT";

  private static final String LIVE_MAX = "16";

  /** Folder within the runs folder for the seconds of runs that wait for a coordinator. */
  private static final String FLEET_SECONDS = ".fleet";

  private final Console console;
  private final CommandSpec spec;

  private ServeCommand(Console console) {
    this.console = console;
    spec =
        Options.command("serve", this, "Serves the page and the REST interface that control runs.");
    spec.addOption(Options.value("--port", "N", "Port to listen on; 0 selects a free one (7450)."));
    spec.addOption(Options.value("--runs", "DIR", "Parent of the run folders (runs)."));
    spec.addOption(Options.value("--max-runs", "N", "Maximum number of concurrent runs (16)."));
    spec.addOption(Options.list("--drivers", "DIR", "Folder with additional drivers; repeatable."));
    ServeOptions.addTo(spec);
    FleetOptions.addTo(spec);
    HelpText.examples(spec, "serve", "serve --port 8080 --runs runs --max-runs 4");
  }

  static CommandSpec spec(Console console) {
    return new ServeCommand(console).spec;
  }

  @Override
  public Integer call() throws Exception {
    ParseResult given = spec.commandLine().getParseResult();
    ServeOptions options = new ServeOptions(console, given);
    int liveMax = (int) options.number("--max-runs", LIVE_MAX, 1, 1_000);
    ServerSettings settings = options.settings();
    Drivers drivers = console.drivers(Options.texts(given, "--drivers"));
    String name = Options.text(given, "--runs");
    Path folder = Path.of(name == null ? "runs" : name);
    LiveRuns runs =
        new LiveRuns(drivers, folder, liveMax, options.guard(drivers), options.notices());
    FleetOptions fleetOptions = new FleetOptions(given, System::getenv);
    boolean isNode = fleetOptions.isNode();
    FleetSeeds discovered = null;
    if (isNode) {
      // Errors in the options are reported before the server starts.
      fleetOptions.settings("", List.of(), _ -> {});
      discovered = fleetOptions.discovery(drivers, console::say);
    }
    FleetPart part = new FleetPart(runs);
    CountDownLatch stopped = new CountDownLatch(1);
    if (System.getenv(STOP_AT_END_OF_INPUT) != null) {
      Thread.ofPlatform().daemon().name("input").start(() -> awaitEndOfInput(stopped));
    }
    try (Lease _ = options.isReadOnly() ? null : lease(folder);
        Interrupts _ = Interrupts.take(console, false, stopped::countDown, runs::stopAllLoad);
        PlimsollServer server = start("--port", runs, settings);
        FleetSeeds seeds = discovered;
        FleetRuns directed = isNode ? new FleetRuns(part, folder.resolve(FLEET_SECONDS)) : null;
        Fleet _ = directed != null ? join(fleetOptions, seeds, server, runs, directed) : null) {
      part.writes(server.generators());
      console.say("Plimsoll is at " + server.address());
      String token = options.ownToken();
      if (token == null) {
        stopped.await();
      } else {
        // A browser does not send the part of a URL after #, so the token appears in no log and no
        // Referer header.
        console.say("Log in with " + server.address() + "/#token=" + token);
        try (TokenFile _ = options.isReadOnly() ? null : TokenFile.of(folder, token)) {
          stopped.await();
        }
      }
    }
    return ExitCode.DONE;
  }

  /** Joins a fleet. The cluster classes are loaded here, and only for a fleet. */
  private Fleet join(
      FleetOptions options,
      @Nullable FleetSeeds seeds,
      PlimsollServer server,
      LiveRuns runs,
      FleetRuns directed)
      throws InterruptedException {
    AtomicReference<@Nullable ClusterFleet> joined = new AtomicReference<>();
    List<HostPort> found =
        seeds == null ? List.of() : seeds.begin(later -> tell(joined.get(), later));
    ClusterFleet fleet =
        ClusterFleet.join(options.settings(server.address(), found, console::say), runs, directed);
    joined.set(fleet);
    if (seeds != null) {
      tell(fleet, seeds.seeds());
    }
    directed.joins(fleet);
    runs.join(directed);
    server.join(fleet, directed);
    return fleet;
  }

  /**
   * Passes the nodes that a discovery has found to a fleet. Nodes found before the fleet starts are
   * passed again afterwards.
   */
  private static void tell(@Nullable ClusterFleet fleet, List<HostPort> found) {
    if (fleet != null) {
      fleet.found(found.stream().map(FleetOptions::found).toList());
    }
  }

  /** Stops this server when the process that started it ends, even if that process was killed. */
  private static void awaitEndOfInput(CountDownLatch stopped) {
    try {
      while (System.in.read() >= 0) {
        // Input is not expected.
      }
    } catch (IOException e) {
      // Treated like the end of the input.
    }
    stopped.countDown();
  }

  /** Takes the lease of a runs folder, which only one server can write to. */
  private static Lease lease(Path folder) {
    try {
      PrivateFiles.createFolders(folder);
      return Lease.take(folder, "process " + ProcessHandle.current().pid())
          .orElseThrow(() -> inUse(folder));
    } catch (IOException e) {
      throw new InvalidSpecException(
          "--runs: must be a folder that can be written to, was '"
              + folder
              + "' ("
              + e.getMessage()
              + "). Choose another folder, or add --read-only to only view its runs.");
    }
  }

  private static InvalidSpecException inUse(Path folder) {
    String holder;
    try {
      holder = Lease.holder(folder).orElse("another process");
    } catch (IOException e) {
      holder = "another process";
    }
    return new InvalidSpecException(
        "--runs: must be a folder that no other server uses, and "
            + holder
            + " uses '"
            + folder
            + "'. Choose another folder, or add --read-only to only view its runs.");
  }

  /**
   * Starts a server.
   *
   * @param option the option of the port, for messages
   */
  static PlimsollServer start(String option, LiveRuns runs, ServerSettings settings) {
    int _ = Rehearsal.perform();
    try {
      return PlimsollServer.start(settings, runs);
    } catch (RuntimeException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof BindException) {
          throw new InvalidSpecException(
              option + ": must be free, and another process listens on '" + settings.port() + "'",
              e);
        }
      }
      throw e;
    }
  }
}
