package org.plimsoll.testkit;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Real Memcached servers for tests. */
public final class MemcachedServers {
  private MemcachedServers() {}

  /** Starts a server on 127.0.0.1 with additional options. */
  public static RealServer start(Path folder, String... options) {
    return startAt("127.0.0.1", folder, options);
  }

  /** Starts a server on a loopback address, such as 127.0.0.2, with additional options. */
  public static RealServer startAt(String host, Path folder, String... options) {
    int port = RealServer.freePort();
    List<String> command =
        new ArrayList<>(
            List.of(
                RealServer.binary("memcached"),
                "-u",
                // The server requires this option in order to run as root.
                System.getProperty("user.name"),
                "-l",
                host,
                "-p",
                String.valueOf(port),
                "-U",
                "0",
                "-m",
                "64"));
    command.addAll(Arrays.asList(options));
    return RealServer.start(
        command, port, folder, () -> RealServer.listens(host, port), Duration.ofSeconds(20));
  }

  /** Reads a numeric statistic of the server on 127.0.0.1. */
  public static long statistic(int port, String name) throws IOException {
    return statistic("127.0.0.1", port, name);
  }

  /** Reads a numeric statistic of the server on a loopback address. */
  public static long statistic(String host, int port, String name) throws IOException {
    String start = "STAT " + name + " ";
    return ask(host, port, "stats")
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToLong(line -> Long.parseLong(line.substring(start.length()).strip()))
        .findFirst()
        .orElseThrow();
  }

  /** Sends a request of the text protocol and returns the answer, which must be small. */
  public static String ask(int port, String question) throws IOException {
    return ask("127.0.0.1", port, question);
  }

  private static String ask(String host, int port, String question) throws IOException {
    try (Socket socket = new Socket(host, port)) {
      socket.setSoTimeout(30_000);
      String withQuit = question + "\r\nquit\r\n";
      socket.getOutputStream().write(withQuit.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
