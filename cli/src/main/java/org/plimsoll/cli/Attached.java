package org.plimsoll.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.run.RunControl;
import org.plimsoll.server.PlimsollServer;
import org.plimsoll.server.ServerSettings;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.http.Role;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.SignedAccess;
import org.plimsoll.server.security.Tokens;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** A server on this machine through which a run in the foreground can be watched and changed. */
final class Attached implements AutoCloseable {
  private static final String OPTION = "--serve";

  private final @Nullable PlimsollServer server;

  private Attached(@Nullable PlimsollServer server) {
    this.server = server;
  }

  static OptionSpec option() {
    return Options.optionalValue(
        OPTION,
        "PORT",
        ServeOptions.PORT,
        "[0-9]{1,5}",
        "Serve the page and the REST interface on this machine during the run (7450).");
  }

  /** Starts the server if {@code --serve} was given. */
  static Attached to(RunControl control, Drivers drivers, ParseResult given, Console console) {
    if (!given.hasMatchedOption(OPTION) || given.hasMatchedOption("--dry-run")) {
      return new Attached(null);
    }
    int port = (int) new ServeOptions(console, given).number(OPTION, ServeOptions.PORT, 0, 65_535);
    LiveRuns runs = new LiveRuns(drivers, Path.of("runs"), 1);
    String token = Tokens.generate();
    Access access = new SignedAccess(List.of(Tokens.of(Role.ADMIN, "admin", token)), false);
    PlimsollServer server =
        ServeCommand.start(OPTION, runs, new ServerSettings(ServerSettings.LOOPBACK, port, access));
    LiveRun live = runs.attach(control);
    console.say("the run is at " + server.address() + "/runs/" + live.id() + "#token=" + token);
    return new Attached(server);
  }

  @Override
  public void close() {
    PlimsollServer its = server;
    if (its != null) {
      its.close();
    }
  }
}
