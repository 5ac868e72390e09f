package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line as a separate process, with the packaged drivers. */
final class PlimsollProcess {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final long PATIENCE_SECONDS = 180;

  /** Exit code and output of a process that has ended. */
  record Ended(int exit, String out, String err) {}

  private PlimsollProcess() {}

  /**
   * Starts the process in a folder.
   *
   * @param prefix a command that executes the command after it; may be empty
   */
  static Process start(Path folder, List<String> prefix, List<String> arguments)
      throws IOException {
    assertThat(ROOT.resolve("drivers/sim/target/driver"))
        .as("mvn verify packs the drivers")
        .isNotEmptyDirectory();
    List<Path> jars = jars();
    List<String> command = new ArrayList<>(prefix);
    command.addAll(program(jars, StartUpCache.options(jars)));
    command.addAll(arguments);
    return new ProcessBuilder(command).directory(folder.toFile()).start();
  }

  /** The jars of the packaged program; none if a single class runs before it is packaged. */
  private static List<Path> jars() throws IOException {
    String folder = System.getProperty("plimsoll.test.program");
    if (folder == null) {
      return List.of();
    }
    try (Stream<Path> jars = Files.list(Path.of(folder))) {
      return jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /** Returns the command of the program up to its arguments, with more options of the JVM. */
  static List<String> program(List<Path> jars, List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx384m", "-XX:TieredStopAtLevel=1", "-Dplimsoll.home=" + ROOT));
    // With a limit on the file size, the performance data would be the first file above it.
    command.addAll(List.of("-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(options);
    String packaged =
        jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    String classPath = jars.isEmpty() ? System.getProperty("java.class.path") : packaged;
    command.addAll(List.of("-cp", classPath, Main.class.getName()));
    return command;
  }

  /** Waits for the end of the process, and kills it after a timeout. */
  static Ended ended(Process process) throws Exception {
    CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> all(process.inputReader()));
    CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> all(process.errorReader()));
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.toHandle().destroyForcibly(); // what it has said can still be read
    }
    return new Ended(process.waitFor(), out.get(), err.get());
  }

  private static String all(BufferedReader reader) {
    try (reader) {
      return reader.readAllAsString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
