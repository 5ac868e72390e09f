package org.plimsoll.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.terminal.Screen;

/**
 * The environment of a command: output streams, terminal and installation.
 *
 * @param out receives results
 * @param err receives progress and messages
 * @param terminal whether {@code err} is a terminal that can rewrite a line
 * @param colors whether to write colors to {@code err}
 * @param columns width of the text, from {@code COLUMNS} or the terminal
 * @param home the folder of the installation; its {@code drivers} folder is always searched
 */
record Console(
    PrintStream out, PrintStream err, boolean terminal, boolean colors, int columns, Path home) {
  private static final int COLUMNS = 80;

  /** Creates a console of 80 columns. */
  Console(PrintStream out, PrintStream err, boolean terminal, boolean colors, Path home) {
    this(out, err, terminal, colors, COLUMNS, home);
  }

  /** Returns the console of this process. */
  static Console ofProcess() {
    boolean terminal = isTerminal();
    String noColor = System.getenv("NO_COLOR");
    boolean colors = terminal && (noColor == null || noColor.isEmpty());
    return new Console(
        stream(FileDescriptor.out),
        stream(FileDescriptor.err),
        terminal,
        colors,
        columns(terminal),
        Path.of(System.getProperty("plimsoll.home", ".")));
  }

  /** Returns the width from {@code COLUMNS}, or else that of the terminal. */
  private static int columns(boolean terminal) {
    String given = System.getenv("COLUMNS");
    if (given != null && given.matches("[1-9][0-9]{0,4}")) {
      return Integer.parseInt(given);
    }
    int width = terminal ? TerminalWidth.reader().getAsInt() : TerminalWidth.UNKNOWN;
    return width > 0 ? width : COLUMNS;
  }

  /** Returns the width and the colors of {@code err}. */
  Screen screen() {
    return new Screen(columns, colors);
  }

  /** Loads the drivers of the installation and those in the given folders. */
  Drivers drivers(List<String> folders) {
    List<Path> roots = new ArrayList<>();
    folders.forEach(folder -> roots.add(driversFolder(folder)));
    Path own = home.resolve("drivers");
    if (Files.isDirectory(own)) {
      roots.add(own);
    }
    return Drivers.in(roots);
  }

  private static Path driversFolder(String text) {
    String must = "--drivers: must be a folder with one folder for each driver, was '" + text + "'";
    Path folder;
    try {
      folder = Path.of(text);
    } catch (InvalidPathException e) {
      throw new InvalidSpecException(must, e);
    }
    if (!Files.isDirectory(folder)) {
      throw new InvalidSpecException(must + ", which is not a folder");
    }
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
      if (jars.iterator().hasNext()) {
        throw new InvalidSpecException(
            must + ", which contains jars itself: give its parent folder");
      }
    } catch (IOException e) {
      throw new InvalidSpecException(must + ", which cannot be read", e);
    }
    return folder;
  }

  /** Prints one line to the user. */
  void say(String line) {
    err.println(line);
  }

  /** Returns the message of an exception as one line, or its class if it has no message. */
  static String sentence(Exception e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? e.getClass().getSimpleName()
        : message.replaceAll("\\p{Cntrl}+", " ").strip();
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }

  /**
   * Returns whether stderr is a terminal, as Linux reports it. {@code System.console} covers only
   * stdin and stdout.
   */
  private static boolean isTerminal() {
    String kind = System.getenv("TERM");
    if (kind == null || kind.equals("dumb")) {
      return false;
    }
    try {
      String device = Path.of("/proc/self/fd/2").toRealPath().toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException e) {
      return stdoutIsTerminal();
    }
  }

  /** Returns whether stdout is a terminal, so that a person reads the results as they appear. */
  static boolean stdoutIsTerminal() {
    return Optional.ofNullable(System.console()).filter(java.io.Console::isTerminal).isPresent();
  }
}
