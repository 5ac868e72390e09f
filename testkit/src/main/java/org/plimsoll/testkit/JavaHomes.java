package org.plimsoll.testkit;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds Java installations on this machine, for servers that need another version of Java. */
public final class JavaHomes {
  /** Matches the version in quotes. Up to Java 1.8, the first number is 1. */
  private static final Pattern RELEASE = Pattern.compile("(?:1\\.)?(\\d+)");

  private JavaHomes() {}

  /**
   * Returns the path of {@code java} for a feature release, such as 17.
   *
   * <p>Searches {@code JAVA_HOME_17}, {@code JAVA_HOME_17_X64}, {@code JAVA_HOME}, the folders next
   * to the running installation, and {@code java} on the PATH.
   *
   * @throws IllegalStateException if no such Java is installed
   */
  public static Path java(int release) {
    return Stream.of(
            environment("JAVA_HOME_" + release),
            environment("JAVA_HOME_" + release + "_X64"),
            environment("JAVA_HOME"),
            besides(Path.of(System.getProperty("java.home"))),
            onThePath())
        .flatMap(homes -> homes)
        .filter(home -> releaseOf(home) == release)
        .map(home -> home.resolve("bin/java"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(
                ("this test also needs a JDK %1$d: install it (package"
                        + " openjdk-%1$d-jre-headless) or set JAVA_HOME_%1$d")
                    .formatted(release)));
  }

  private static Stream<Path> environment(String name) {
    return Stream.ofNullable(System.getenv(name)).map(Path::of);
  }

  /** Returns the folders next to a Java home, which is {@code Contents/Home} on macOS. */
  private static Stream<Path> besides(Path home) {
    Path inside = Path.of("Contents", "Home");
    Path whole = home.endsWith(inside) ? home.resolve("../..").normalize() : home;
    try (Stream<Path> homes = Files.list(whole.getParent())) {
      return homes.sorted().toList().stream()
          .flatMap(each -> Stream.of(each, each.resolve(inside)));
    } catch (IOException e) {
      return Stream.of();
    }
  }

  private static Stream<Path> onThePath() {
    try {
      return Stream.of(Path.of(RealServer.binary("java")).toRealPath().resolve("../.."))
          .map(Path::normalize);
    } catch (IOException | IllegalStateException e) {
      return Stream.of();
    }
  }

  /**
   * Reads the version from the file {@code release}, which every JDK since 8 has. Returns 0 if
   * there is none.
   */
  private static int releaseOf(Path home) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
      properties.load(reader);
    } catch (IOException e) {
      return 0;
    }
    Matcher version = RELEASE.matcher(Objects.toString(properties.getProperty("JAVA_VERSION"), ""));
    return version.find() ? Integer.parseInt(version.group(1)) : 0;
  }
}
