package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The command line as a process of its own, with the drivers that the build has packaged. */
final class PlimsollProcess {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final long PATIENCE_SECONDS = 60;

  /** What a process that has ended left behind. */
  record Ended(int exit, String out, String err) {}

  private PlimsollProcess() {}

  /**
   * Starts it in a folder.
   *
   * @param prefix a command that runs the one after it; may be empty
   */
  static Process start(Path folder, List<String> prefix, List<String> arguments)
      throws IOException {
    assertThat(ROOT.resolve("drivers/sim/target/driver"))
        .as("mvn verify packs the drivers")
        .isNotEmptyDirectory();
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-Dplimsoll.home=" + ROOT));
    // Under a limit of the size of files, that of the performance data would be the first too
    // large.
    command.addAll(List.of("-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(arguments);
    return new ProcessBuilder(command).directory(folder.toFile()).start();
  }

  /** Waits for its end, and ends it by force where that does not come. */
  static Ended ended(Process process) throws Exception {
    CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> all(process.inputReader()));
    CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> all(process.errorReader()));
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
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
