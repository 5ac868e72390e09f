package org.plimsoll.driver.geode;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.JavaHomes;
import org.plimsoll.testkit.MavenClassPath;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SharedServer;

/** One Geode server with a locator and a JMX manager for all test classes. */
final class SharedGeode implements BeforeAllCallback {
  private static final Path SERVER = Path.of("src/test/servers/geode");
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int[] PORTS = RealServer.freePorts(2, 17_000, 19_900);
  private static volatile @Nullable SharedServer<RealServer> running;

  @Override
  public void beforeAll(ExtensionContext context) {
    running = SharedServer.of(context, SharedGeode.class, SharedGeode::start);
  }

  private static RealServer start(Path folder) throws IOException, InterruptedException {
    return start(folder, PORTS[0], PORTS[1], Map.of());
  }

  /**
   * Starts a server.
   *
   * @param properties further properties of its cache
   */
  static RealServer start(Path folder, int locator, int jmx, Map<String, String> properties)
      throws IOException, InterruptedException {
    int port = RealServer.freePort();
    String classPath = MavenClassPath.of(SERVER.resolve("pom.xml"));
    compile(folder, classPath);
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            // On 25, its JMX manager cannot be found under its name.
            JavaHomes.java(17).toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--add-exports=java.management/com.sun.jmx.remote.security=ALL-UNNAMED"));
    properties.forEach((name, value) -> command.add("-Dplimsoll.geode." + name + "=" + value));
    command.addAll(
        List.of(
            "-cp",
            folder + File.pathSeparator + classPath,
            "GeodeServer",
            String.valueOf(port),
            String.valueOf(locator),
            String.valueOf(jmx),
            "plimsoll",
            "other"));
    return RealServer.start(command, port, folder, () -> RealServer.listens(port), PATIENCE);
  }

  /** A Java 17 without a compiler runs no source file. */
  private static void compile(Path folder, String classPath) {
    String source = SERVER.resolve("GeodeServer.java").toString();
    int failures =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "17",
                "-proc:none",
                "-d",
                folder.toString(),
                "-cp",
                classPath,
                source);
    if (failures != 0) {
      throw new IllegalStateException(source + " does not compile");
    }
  }

  static RealServer server() {
    return Objects.requireNonNull(running).server();
  }

  static String locator() {
    return "127.0.0.1:" + PORTS[0];
  }

  static String jmx() {
    return "127.0.0.1:" + PORTS[1];
  }
}
