package org.plimsoll.driver.zookeeper;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.kit.NodeTelemetry;

/** The servers of the target, with the mode and the metrics of each. */
final class Ensemble {
  private static final String UNREACHABLE = "unreachable";

  private final List<HostPort> servers;
  private final FourLetters commands;
  private final Consumer<String> events;
  private final Map<String, String> modes = new TreeMap<>(); // Guarded by this.
  private String version = "unknown"; // Guarded by this.

  Ensemble(List<HostPort> servers, FourLetters commands, Consumer<String> events) {
    this.servers = servers;
    this.commands = commands;
    this.events = events;
  }

  /**
   * Checks that one of the servers answers as ZooKeeper.
   *
   * @throws IOException if no server answers; the message is one sentence
   */
  void requireOne(String where) throws IOException {
    IOException failure = null;
    for (HostPort server : servers) {
      try {
        Map<String, String> state = commands.state(server);
        if (state.containsKey("Mode")) {
          return;
        }
        failure = new IOException("the server does not answer srvr, or serves no requests");
      } catch (RefusedAddressException e) {
        throw Failures.unusable(where, e);
      } catch (IOException e) {
        failure = e;
      }
    }
    throw Failures.unusable(where, failure == null ? new IOException("no server") : failure);
  }

  /** Reads the metrics of each server that answers, and reports servers whose mode has changed. */
  Map<String, Double> telemetry() throws IOException {
    NodeTelemetry telemetry = new NodeTelemetry();
    IOException failure = null;
    boolean answered = false;
    for (HostPort server : servers) {
      try {
        Map<String, String> state = commands.state(server);
        answered = true;
        see(server, state);
        Map<String, Double> numbers = ServerNumbers.ofMonitor(commands.ask(server, "mntr"));
        (numbers.isEmpty() ? ServerNumbers.ofState(state) : numbers)
            .forEach((name, value) -> telemetry.sum(server.toString(), name, value));
      } catch (IOException e) {
        failure = e;
        see(server, Map.of("Mode", UNREACHABLE));
      }
    }
    if (failure != null && !answered) {
      throw failure;
    }
    return telemetry.values();
  }

  private synchronized void see(HostPort server, Map<String, String> state) {
    String mode = state.getOrDefault("Mode", "not serving");
    String before = modes.put(server.toString(), mode);
    if (before != null && !before.equals(mode)) {
      events.accept("server " + server + " is " + mode);
    }
    String build = state.get("Zookeeper version");
    if (build != null) {
      version = build.replaceFirst("[-,].*", "");
    }
  }

  /** Returns the version, and the mode of each server. */
  Map<String, String> facts() {
    for (HostPort server : servers) {
      try {
        see(server, commands.state(server));
      } catch (IOException e) {
        see(server, Map.of("Mode", UNREACHABLE));
      }
    }
    Map<String, String> facts = new TreeMap<>();
    synchronized (this) {
      modes.forEach((server, mode) -> facts.put("server " + server, mode));
      facts.put("product", "ZooKeeper " + version);
      facts.put("servers", String.valueOf(servers.size()));
    }
    return facts;
  }
}
