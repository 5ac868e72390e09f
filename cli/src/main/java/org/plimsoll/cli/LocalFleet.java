package org.plimsoll.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.plimsoll.fleet.cluster.Certificates;
import org.plimsoll.report.folder.PrivateFiles;
import org.plimsoll.server.ServerSettings;
import tools.jackson.databind.JsonNode;

/**
 * The processes of a fleet on this machine. The certificates of the nodes are deleted when the
 * fleet is closed.
 */
final class LocalFleet implements AutoCloseable {
  private static final String MAIN = LocalFleet.class.getPackageName() + ".Main";
  private static final String NAME = "local";
  private static final String HOST = ServerSettings.LOOPBACK;
  private static final int RACKS = 2;
  private static final long STOP_SECONDS = 30;
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final int HIGHEST_PORT = 65_535;

  private final Console console;
  private final Path runs;
  private final String token;
  private final Runnable allEnded;
  private final Path secrets;
  private final List<Node> nodes = new ArrayList<>();
  private volatile boolean isClosing;

  /** The process of a node. */
  record Node(String name, String page, Process process) {}

  /**
   * @param allEnded called when no process is left
   */
  LocalFleet(Console console, Path runs, String token, Runnable allEnded) throws IOException {
    this.console = console;
    this.runs = runs;
    this.token = token;
    this.allEnded = allEnded;
    this.secrets = Files.createTempDirectory("plimsoll-fleet"); // with mode 0700
  }

  /** Starts the nodes on free ports, the lowest for the pages. */
  List<Node> start(int count, int lowestPort) throws IOException {
    Certificates.write(secrets, List.of(HOST), Instant.now());
    Path tokens = secrets.resolve("tokens");
    PrivateFiles.createFile(tokens);
    Files.writeString(tokens, "admin admin " + token + "\n");
    List<Integer> ports = freePorts(2 * count, lowestPort);
    int seed = ports.get(count);
    for (int i = 0; i < count; i++) {
      String name = "node-" + (i + 1);
      int port = ports.get(i);
      List<String> command = new ArrayList<>(java());
      command.addAll(List.of("serve", "--port", String.valueOf(port)));
      command.addAll(List.of("--runs", runs.resolve(name).toString()));
      command.addAll(List.of("--token-file", tokens.toString()));
      command.addAll(List.of(FleetOptions.FLEET, NAME, "--node", name));
      command.addAll(List.of(FleetOptions.FLEET_HOST, HOST));
      command.addAll(List.of(FleetOptions.FLEET_PORT, String.valueOf(ports.get(count + i))));
      command.addAll(List.of("--fleet-certificates", secrets.toString()));
      command.addAll(List.of("--datacenter", NAME, "--rack", "rack-" + (i % RACKS + 1)));
      if (i > 0) {
        command.addAll(List.of("--seed", HOST + ":" + seed));
      }
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put(ServeCommand.STOP_AT_END_OF_INPUT, "yes");
      Node node = new Node(name, "http://" + HOST + ":" + port, builder.start());
      nodes.add(node);
      Thread.ofPlatform().daemon().name(name).start(() -> follow(node));
    }
    return List.copyOf(nodes);
  }

  /** Returns the Java command of this process without its arguments, with a heap that can grow. */
  private static List<String> java() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> !argument.startsWith("-Xms") && !argument.startsWith("-agentlib"))
        .forEach(command::add);
    command.add("-Xms32m");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    return command;
  }

  private static List<Integer> freePorts(int count, int lowest) {
    List<Integer> free = new ArrayList<>();
    for (int port = lowest; free.size() < count; port++) {
      if (port > HIGHEST_PORT) {
        throw new IllegalStateException("there are not enough free ports from " + lowest + " on");
      }
      try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        free.add(port);
      } catch (IOException e) {
        // The port is in use; the next one may be free.
      }
    }
    return free;
  }

  /** Prints the output of a node, and reports its end. */
  private void follow(Node node) {
    try (BufferedReader lines = node.process().inputReader()) {
      lines.lines().filter(line -> !line.isBlank()).forEach(line -> say(node, line));
    } catch (IOException | UncheckedIOException e) {
      // It has ended.
    }
    int code = node.process().onExit().join().exitValue();
    if (!isClosing) {
      say(node, "ended with exit code " + code);
    }
    if (!isAnyAlive()) {
      allEnded.run();
    }
  }

  private void say(Node node, String line) {
    // The command prints the addresses of the pages, and handles Ctrl-C itself.
    if (!line.startsWith("Plimsoll is at") && !line.startsWith("stopping;")) {
      console.say(node.name() + ": " + line);
    }
  }

  boolean isAnyAlive() {
    return nodes.stream().anyMatch(node -> node.process().isAlive());
  }

  /**
   * Waits until all nodes are members, and after a while names those that are not.
   *
   * @return false if the command was stopped or a node ended before that
   */
  boolean awaitMembers(CountDownLatch stopped) throws InterruptedException {
    long slowNanos = System.nanoTime() + SLOW_NANOS;
    try (FleetClient client = new FleetClient(URI.create(nodes.getFirst().page()), token)) {
      while (!stopped.await(200, TimeUnit.MILLISECONDS)) {
        Optional<Node> ended = nodes.stream().filter(node -> !node.process().isAlive()).findFirst();
        if (ended.isPresent()) {
          console.say(
              ended.get().name()
                  + " ended before all nodes had joined, so the other"
                  + " nodes are stopped.");
          return false;
        }
        List<String> missing = missing(client);
        if (missing.isEmpty()) {
          return true;
        }
        if (System.nanoTime() - slowNanos > 0) {
          slowNanos += SLOW_NANOS;
          console.say("Not joined yet: " + String.join(", ", missing) + ".");
        }
      }
    }
    return false;
  }

  /** Returns the nodes that the first node does not know as members. */
  private List<String> missing(FleetClient client) throws InterruptedException {
    Set<String> up = new HashSet<>();
    try {
      for (JsonNode node : client.get("/fleet").path("nodes").values()) {
        if (node.path("state").asString("").equals("up")) {
          up.add(node.path("name").asString(""));
        }
      }
    } catch (IOException e) {
      // The first node has not started yet.
    }
    return nodes.stream().map(Node::name).filter(name -> !up.contains(name)).toList();
  }

  /** Ends all processes at once. */
  void kill() {
    nodes.forEach(node -> node.process().destroyForcibly());
  }

  @Override
  public void close() {
    isClosing = true;
    nodes.forEach(node -> node.process().destroy());
    try {
      for (Node node : nodes) {
        if (!node.process().waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
          node.process().destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
    }
    try (Stream<Path> files = Files.walk(secrets)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      console.say("The certificates in " + secrets + " could not be deleted: " + e.getMessage());
    }
  }
}
