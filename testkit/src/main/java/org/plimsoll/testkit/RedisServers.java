package org.plimsoll.testkit;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Real Redis servers for tests. */
public final class RedisServers {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LOWEST_PORT = 17_000;
  private static final int HIGHEST_PORT = 22_000; // The cluster bus also uses port + 10000.

  private RedisServers() {}

  public static RealServer start(Path folder, String... options) {
    int port = freePort();
    List<String> command = command(port);
    command.addAll(Arrays.asList(options));
    return RealServer.start(command, port, folder, () -> !ask(port, "PING").isEmpty(), PATIENCE);
  }

  /** Starts a server that accepts only TLS. It counts as healthy once its port is open. */
  public static RealServer startTls(Path folder, String... options) {
    int port = freePort();
    List<String> command = command(0);
    command.addAll(List.of("--tls-port", String.valueOf(port)));
    command.addAll(Arrays.asList(options));
    return RealServer.start(command, port, folder, () -> RealServer.listens(port), PATIENCE);
  }

  /** Starts a cluster of three masters that hold all slots. */
  public static List<RealServer> startCluster(Path folder)
      throws IOException, InterruptedException {
    List<RealServer> nodes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Path own = Files.createDirectory(folder.resolve("node" + i));
      nodes.add(start(own, "--cluster-enabled", "yes", "--cluster-node-timeout", "5000"));
    }
    List<String> create =
        new ArrayList<>(List.of(RealServer.binary("redis-cli"), "--cluster", "create"));
    nodes.forEach(node -> create.add(node.address()));
    create.addAll(List.of("--cluster-replicas", "0", "--cluster-yes"));
    Path log = folder.resolve("create.log");
    int exit =
        new ProcessBuilder(create)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    if (exit != 0) {
      throw new IllegalStateException("no cluster:\n" + Files.readString(log));
    }
    for (RealServer node : nodes) {
      awaitAnswer(node.port(), "CLUSTER INFO", "cluster_state:ok");
    }
    return nodes;
  }

  public static void awaitAnswer(int port, String question, String expected) {
    await(question).atMost(PATIENCE).until(() -> ask(port, question).contains(expected));
  }

  /**
   * Sends a command that consists of words without quotes. Returns the answer, which must be small.
   */
  public static String ask(int port, String question) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(30_000);
      String withQuit = question + "\r\nQUIT\r\n";
      socket.getOutputStream().write(withQuit.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns how often the server has executed a command, as counted by the server. */
  public static long calls(int port, String command) throws IOException {
    return number(ask(port, "INFO commandstats"), "cmdstat_" + command + ":calls=");
  }

  /**
   * Returns the number that follows a text in the server's {@code INFO}, or 0 if the text is
   * absent.
   */
  public static long stat(int port, String section, String before) throws IOException {
    return number(ask(port, "INFO " + section), before);
  }

  /** Returns the number of keys on the server. */
  public static long size(int port) throws IOException {
    return number(ask(port, "DBSIZE"), "");
  }

  private static long number(String answer, String before) {
    Matcher number =
        Pattern.compile("(?m)^:?" + Pattern.quote(before) + "([0-9]+)").matcher(answer);
    return number.find() ? Long.parseLong(number.group(1)) : 0;
  }

  private static List<String> command(int port) {
    return new ArrayList<>(
        List.of(
            RealServer.binary("redis-server"),
            "--bind",
            "127.0.0.1",
            "--port",
            String.valueOf(port),
            "--save",
            "",
            "--appendonly",
            "no"));
  }

  private static int freePort() {
    int port = RealServer.freePort(LOWEST_PORT, HIGHEST_PORT);
    while (!ReservedPorts.reserve(port + 10_000)) {
      port = RealServer.freePort(LOWEST_PORT, HIGHEST_PORT);
    }
    return port;
  }
}
