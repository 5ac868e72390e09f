package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * S3Proxy, a reimplementation of Amazon S3's protocol, in its own process on loopback. It verifies
 * signatures. Amazon S3 itself is not available in a package registry.
 */
public final class S3ProxyServer {
  public static final String USER = "tide";
  public static final String PASSWORD = "salt/Water+7=";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private S3ProxyServer() {}

  /** Starts a server that keeps its objects on disk when it is killed. */
  public static RealServer startDurable(Path root, Path folder)
      throws IOException, InterruptedException {
    Path objects = Files.createDirectories(folder.resolve("objects"));
    return start(
        root, folder, "jclouds.provider=filesystem-nio2", "jclouds.filesystem.basedir=" + objects);
  }

  /**
   * Starts a server that keeps its objects in memory.
   *
   * @param root root folder of the project, which contains the server's pom
   * @param folder working folder
   */
  public static RealServer start(Path root, Path folder) throws IOException, InterruptedException {
    return start(root, folder, "jclouds.provider=transient-nio2");
  }

  private static RealServer start(Path root, Path folder, String... storage)
      throws IOException, InterruptedException {
    int port = RealServer.freePort();
    Path settings =
        Files.writeString(
            folder.resolve("s3proxy.properties"),
            """
            s3proxy.endpoint=http://127.0.0.1:%d
            s3proxy.authorization=aws-v4
            s3proxy.identity=%s
            s3proxy.credential=%s
            jclouds.identity=none
            jclouds.credential=none
            %s
            """
                .formatted(port, USER, PASSWORD, String.join("\n", storage)));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            MavenClassPath.of(root.resolve("drivers/s3/src/test/servers/s3proxy/pom.xml")),
            "org.gaul.s3proxy.Main",
            "--properties",
            settings.toString());
    return RealServer.start(command, port, folder, () -> RealServer.listens(port), PATIENCE);
  }
}
