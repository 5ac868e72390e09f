package org.plimsoll.cli;

import java.io.Console;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.server.run.Resumption;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.TuneSettings;

/**
 * Creates requests for runs that continue an interrupted run from its folder: {@code run --resume}.
 */
final class Resumed {
  private static final String OPTION = "--resume";
  private static final String SET = "set.";

  private Resumed() {}

  /**
   * Makes the request. Secrets that were typed are not in the folder. They are taken from the
   * command line, or a terminal asks for them.
   */
  static RunRequest request(String folder, RunRequest commandLine, Drivers drivers) {
    return request(folder, commandLine, drivers, Resumed::typed);
  }

  /**
   * Makes the request with a function that asks for a secret and returns empty if nobody can
   * answer.
   */
  static RunRequest request(
      String folder,
      RunRequest commandLine,
      Drivers drivers,
      Function<String, Optional<String>> ask) {
    try {
      Path path = Path.of(folder);
      RecordedRun recorded = RunReader.read(path);
      if (RunReader.isBeingWritten(path)) {
        throw refused(folder, "which is still running");
      }
      if (!recorded.state().equals("running")) {
        throw refused(folder, "which ended by itself");
      }
      if (recorded.run().spec().containsKey(TuneSettings.METHOD.name())) {
        throw refused(folder, "which is a search; plimsoll serve resumes it");
      }
      return request(recorded, commandLine, drivers, ask);
    } catch (IOException | InvalidPathException e) {
      throw new InvalidSpecException(OPTION + ": " + e.getMessage(), e);
    }
  }

  private static RunRequest request(
      RecordedRun recorded,
      RunRequest commandLine,
      Drivers drivers,
      Function<String, Optional<String>> ask)
      throws IOException {
    Map<String, String> secrets = new LinkedHashMap<>();
    try {
      return Resumption.of(recorded, drivers, secrets);
    } catch (Resumption.SecretsNeededException e) {
      for (String path : e.paths()) {
        secrets.put(
            path,
            onCommandLine(path, commandLine)
                .or(() -> ask.apply(path))
                .orElseThrow(() ->
                    new InvalidSpecException(
                        path + " is a secret, which is not stored. Give it: " + option(path), e)));
      }
    }
    try {
      return Resumption.of(recorded, drivers, secrets);
    } catch (Resumption.SecretsNeededException e) {
      throw new IllegalStateException(e); // all required secrets were given
    }
  }

  private static Optional<String> onCommandLine(String path, RunRequest commandLine) {
    Given given =
        path.startsWith(SET)
            ? commandLine.driverSettings().get(path.substring(SET.length()))
            : commandLine.values().get(path);
    return Optional.ofNullable(given).map(Given::text);
  }

  private static String option(String path) {
    return path.startsWith(SET)
        ? "--set " + path.substring(SET.length()) + "=… (also env:NAME or file:/path)"
        : "--" + path + " …";
  }

  private static Optional<String> typed(String path) {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(terminal ->
            terminal.readPassword("%s is a secret, which is not stored; empty for none: ", path))
        .map(String::new);
  }

  private static InvalidSpecException refused(String folder, String why) {
    return new InvalidSpecException(
        OPTION + ": must be the folder of an interrupted run, was '" + folder + "', " + why);
  }
}
