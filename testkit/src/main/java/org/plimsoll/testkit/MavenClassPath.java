package org.plimsoll.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The class path of a server that is published as Maven artifacts. Each server has its own {@code
 * pom.xml} outside the build, because servers conflict with each other and with their client
 * libraries. In addition, a plain build of Plimsoll should not download them.
 */
public final class MavenClassPath {
  private static final String GOAL =
      "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";

  /**
   * Locked while Maven runs: tests of several modules run at the same time, with one local
   * repository.
   */
  private static final Path LOCK =
      Path.of(
          System.getProperty("java.io.tmpdir"),
          "plimsoll-maven-" + System.getProperty("user.name"));

  private MavenClassPath() {}

  /**
   * Resolves the runtime dependencies of a pom. The jars are downloaded once. The result is cached
   * in {@code target} next to the pom until the pom changes.
   *
   * @throws IllegalStateException if Maven fails; the message has its output
   */
  public static synchronized String of(Path pom) throws IOException, InterruptedException {
    Path target = Files.createDirectories(pom.resolveSibling("target")).toAbsolutePath();
    Path answer = target.resolve("classpath.txt");
    if (!isCurrent(answer, pom)) {
      try (FileChannel file =
              FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = file.lock()) {
        if (!isCurrent(answer, pom)) {
          resolve(pom, target, answer);
        }
      }
    }
    return Files.readString(answer).strip();
  }

  private static void resolve(Path pom, Path target, Path answer)
      throws IOException, InterruptedException {
    Path fresh = target.resolve("classpath-" + ProcessHandle.current().pid() + ".txt");
    run(
        target,
        List.of(
            RealServer.binary("mvn"),
            "-B",
            "-q",
            "-f",
            pom.toAbsolutePath().toString(),
            GOAL,
            "-Dmdep.includeScope=runtime",
            "-Dmdep.outputFile=" + fresh));
    Files.move(fresh, answer, StandardCopyOption.ATOMIC_MOVE);
  }

  private static boolean isCurrent(Path answer, Path pom) throws IOException {
    return Files.exists(answer)
        && Files.getLastModifiedTime(answer).compareTo(Files.getLastModifiedTime(pom)) > 0
        && Stream.of(Files.readString(answer).strip().split(File.pathSeparator, -1))
            .allMatch(entry -> Files.exists(Path.of(entry)));
  }

  private static void run(Path folder, List<String> command)
      throws IOException, InterruptedException {
    Path log = folder.resolve("resolve.log");
    ProcessBuilder maven =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    if (maven.start().waitFor() != 0) {
      throw new IllegalStateException(command + " failed:\n" + Files.readString(log));
    }
  }
}
