package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.terminal.Screen;

/**
 * The destination of a command's result: a table on stdout and optionally JSON in a file, or JSON
 * alone on stdout.
 */
final class Output {
  private static final String STDOUT = "-";

  private final Console console;
  private final @Nullable String json;

  private Output(Console console, @Nullable String json) {
    this.console = console;
    this.json = json;
  }

  /** Rejects a file that cannot be created, before the run starts. */
  static Output of(Console console, @Nullable String json) {
    if (json != null && !json.equals(STDOUT)) {
      requireFile("--json", "- or a file", json);
    }
    return new Output(console, json);
  }

  /** Returns whether the result is shown as a table, which includes the findings. */
  boolean hasTable() {
    return !STDOUT.equals(json);
  }

  /** Rejects a file that cannot be created, before the run starts. */
  static void requireFile(String option, String allowed, String file) {
    Path parent = Path.of(file).toAbsolutePath().getParent();
    if (Files.isDirectory(Path.of(file)) || parent == null || !Files.isDirectory(parent)) {
      throw new InvalidSpecException(
          option + ": must be " + allowed + " in a folder that exists, was '" + file + "'");
    }
  }

  /**
   * Writes a result.
   *
   * @param table renders the text
   * @throws IOException with a message for the user if the file cannot be written
   */
  void tell(Object result, Function<Screen, String> table) throws IOException {
    if (STDOUT.equals(json)) {
      console.out().print(ResultJson.text(result));
      console.out().flush();
      return;
    }
    console
        .out()
        .print(
            table.apply(
                new Screen(console.columns(), console.colors() && Console.stdoutIsTerminal())));
    console.out().flush();
    if (json != null) {
      write("--json", json, ResultJson.text(result));
    }
  }

  /** Writes a file that an option names. */
  static void write(String option, String file, String text) throws IOException {
    try {
      Files.writeString(Path.of(file), text);
    } catch (IOException e) {
      throw new IOException(option + ": " + file + " cannot be written: " + Console.sentence(e), e);
    }
  }
}
