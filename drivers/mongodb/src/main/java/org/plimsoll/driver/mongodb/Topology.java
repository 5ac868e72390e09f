package org.plimsoll.driver.mongodb;

import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import com.mongodb.event.ClusterDescriptionChangedEvent;
import com.mongodb.event.ClusterListener;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The nodes of the target as the client library sees them. Changes are reported as events. */
final class Topology implements ClusterListener {
  private final Consumer<String> events;
  private final CompletableFuture<ClusterDescription> first = new CompletableFuture<>();
  private volatile @Nullable ClusterDescription latest;

  /** Creates a topology that reports changes once a usable node has been found. */
  Topology(Consumer<String> events) {
    this.events = events;
  }

  @Override
  public void clusterDescriptionChanged(ClusterDescriptionChangedEvent event) {
    ClusterDescription now = event.getNewDescription();
    latest = now;
    if (first.isDone()) {
      report(event.getPreviousDescription(), now);
    } else if (now.getServerDescriptions().stream().anyMatch(ServerDescription::isOk)) {
      first.complete(now);
    } else {
      unreachable(now).ifPresent(first::completeExceptionally);
    }
  }

  /** Returns the failure of a node, if no node can be reached. */
  private static Optional<Throwable> unreachable(ClusterDescription now) {
    List<ServerDescription> nodes = now.getServerDescriptions();
    return nodes.stream().allMatch(node -> node.getException() != null)
        ? nodes.stream().map(ServerDescription::getException).findFirst()
        : Optional.empty();
  }

  /**
   * Waits until a node answers.
   *
   * @throws IOException if no server answers; the message is one sentence
   */
  void await(String where, Duration patience) throws IOException, InterruptedException {
    try {
      var _ = first.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw Failures.unusable(where, e);
    } catch (TimeoutException e) {
      throw new IOException(where + " did not answer in time", e);
    }
  }

  private void report(ClusterDescription before, ClusterDescription now) {
    Map<String, String> roles = roles(before);
    roles(now)
        .forEach((node, role) -> {
          String old = roles.remove(node);
          if (old == null) {
            events.accept("node " + node + " joined");
          } else if (!old.equals(role)) {
            events.accept("node " + node + " is " + role);
          }
        });
    roles.keySet().forEach(node -> events.accept("node " + node + " left"));
  }

  private static Map<String, String> roles(ClusterDescription description) {
    Map<String, String> roles = new TreeMap<>();
    description
        .getServerDescriptions()
        .forEach(node -> roles.put(node.getAddress().toString(), role(node.getType())));
    return roles;
  }

  private static String role(ServerType type) {
    return switch (type) {
      case STANDALONE -> "standalone";
      case REPLICA_SET_PRIMARY -> "primary";
      case REPLICA_SET_SECONDARY -> "secondary";
      case REPLICA_SET_ARBITER -> "an arbiter";
      case SHARD_ROUTER -> "a router";
      case LOAD_BALANCER -> "a load balancer";
      case REPLICA_SET_OTHER, REPLICA_SET_GHOST -> "not ready";
      case UNKNOWN -> "unreachable";
    };
  }

  /** Returns the number of nodes, the role of each node, and the name of the replica set. */
  Map<String, String> facts() {
    Map<String, String> facts = new TreeMap<>();
    ClusterDescription now = latest;
    if (now != null) {
      Map<String, String> roles = roles(now);
      facts.put("nodes", String.valueOf(roles.size()));
      roles.forEach((node, role) -> facts.put("node " + node, role));
      now.getServerDescriptions().stream()
          .map(ServerDescription::getSetName)
          .filter(name -> name != null)
          .findFirst()
          .ifPresent(name -> facts.put("replica-set", name));
    }
    return facts;
  }
}
