package org.plimsoll.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's ahead-of-time cache (JEP 514) of the packaged program. It saves most of the work of a
 * start, and the tests start hundreds of processes. The first one that needs it makes it with a
 * short run of the simulated store, while the others wait.
 */
final class StartUpCache {
  private static final Path FOLDER = PlimsollProcess.ROOT.resolve("cli/target/aot");
  private static final Path CACHE = FOLDER.resolve("program.aot");
  private static final long PATIENCE_SECONDS = 120;

  private static boolean isTried;

  private StartUpCache() {}

  /** Options of the JVM that use the cache. Without one, processes start as usual. */
  static synchronized List<String> options(List<Path> jars) throws IOException {
    if (jars.isEmpty()) {
      return List.of();
    }
    if (!isTried) {
      isTried = true;
      Files.createDirectories(FOLDER);
      try (FileChannel file =
              FileChannel.open(
                  FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = file.lock()) {
        if (!isCurrent(jars)) {
          make(jars);
        }
      }
    }
    return Files.exists(CACHE)
        ? List.of("-XX:AOTCache=" + CACHE, "-Xlog:aot=off", "-Xlog:cds=off")
        : List.of();
  }

  private static boolean isCurrent(List<Path> jars) throws IOException {
    if (!Files.exists(CACHE)) {
      return false;
    }
    for (Path jar : jars) {
      if (Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(CACHE)) > 0) {
        return false;
      }
    }
    return true;
  }

  private static void make(List<Path> jars) throws IOException {
    Files.deleteIfExists(CACHE);
    Path fresh = FOLDER.resolve("fresh.aot");
    List<String> command =
        new ArrayList<>(
            PlimsollProcess.program(
                jars, List.of("-XX:AOTCacheOutput=" + fresh, "-Xlog:aot=off", "-Xlog:cds=off")));
    command.addAll(List.of("run", "sim:", "--rate=1k", "--keys=1k", "--warmup=0", "--for=1s"));
    Process making =
        new ProcessBuilder(command)
            .directory(FOLDER.toFile())
            .redirectErrorStream(true)
            .redirectOutput(FOLDER.resolve("output.txt").toFile())
            .start();
    try {
      // A cache that took longer is not whole.
      if (making.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && Files.exists(fresh)) {
        Files.move(fresh, CACHE, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      making.destroyForcibly();
    }
  }
}
