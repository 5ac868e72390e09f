package org.plimsoll.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plimsoll.engine.driver.Drivers;

/**
 * What a command sees of the world outside.
 *
 * @param out results
 * @param err progress and messages
 * @param terminal whether {@code err} is a terminal that can rewrite a line
 * @param colors whether colors are welcome on {@code err}
 * @param home the folder of the installation, whose {@code drivers} are known without being named
 */
record Console(PrintStream out, PrintStream err, boolean terminal, boolean colors, Path home) {

  /** The console of this process. */
  static Console ofProcess() {
    boolean terminal = isTerminal();
    String noColor = System.getenv("NO_COLOR");
    boolean colors = terminal && (noColor == null || noColor.isEmpty());
    return new Console(
        stream(FileDescriptor.out),
        stream(FileDescriptor.err),
        terminal,
        colors,
        Path.of(System.getProperty("plimsoll.home", ".")));
  }

  /** The drivers of the installation, and those in the folders given. */
  Drivers drivers(List<String> folders) {
    List<Path> roots = new ArrayList<>();
    folders.forEach(folder -> roots.add(Path.of(folder)));
    Path own = home.resolve("drivers");
    if (Files.isDirectory(own)) {
      roots.add(own);
    }
    return Drivers.in(roots);
  }

  /** One line to the user. */
  void say(String line) {
    err.println(line);
  }

  /** One line of an exception; its class where it says nothing. */
  static String sentence(Exception e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? e.getClass().getSimpleName()
        : message.replaceAll("\\p{Cntrl}+", " ").strip();
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }

  /** {@code System.console} speaks of stdin and stdout only; Linux tells where fd 2 leads. */
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

  /** Whether results are read by a person, as they come. */
  static boolean stdoutIsTerminal() {
    return Optional.ofNullable(System.console()).filter(java.io.Console::isTerminal).isPresent();
  }
}
