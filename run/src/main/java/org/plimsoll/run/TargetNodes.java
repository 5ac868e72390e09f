package org.plimsoll.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.plimsoll.api.Client;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.discovery.Access;
import org.plimsoll.discovery.Discovery;
import org.plimsoll.discovery.DiscoveryListener;
import org.plimsoll.discovery.NearestFirst;
import org.plimsoll.discovery.NodeChange;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;
import org.plimsoll.result.EventKind;

/**
 * The discoveries of a run's target and its parts. They find nodes when the target is opened, and
 * pass node changes to its drivers during the run.
 */
final class TargetNodes implements Companion {
  private final Plugins plugins;
  private final RunGuard guard;
  private final Clock clock;
  private final BiConsumer<EventKind, String> events;
  private final Map<DiscoverySpec.OfTarget, Followed> followed = new LinkedHashMap<>();
  private boolean begun;
  private boolean closed;

  TargetNodes(Plugins plugins, RunGuard guard, Clock clock, BiConsumer<EventKind, String> events) {
    this.plugins = plugins;
    this.guard = guard;
    this.clock = clock;
    this.events = events;
  }

  /** A discovery, with the clients that receive its changes. */
  private final class Followed implements DiscoveryListener {
    private final DiscoverySpec.OfTarget spec;
    private final Discovery discovery;
    private final NearestFirst order;
    private final List<Client> clients = new ArrayList<>();
    private boolean isKnown;

    Followed(DiscoverySpec.OfTarget spec) {
      this.spec = spec;
      HostCheck hosts = guard.discovers(spec.spec());
      discovery = Discovery.of(spec.spec(), Access.of(plugins, hosts));
      order = new NearestFirst(spec.zone(), spec.region());
    }

    List<DiscoveredNode> nodes() throws IOException, InterruptedException {
      List<DiscoveredNode> last = discovery.last();
      List<DiscoveredNode> nodes = order.order(last.isEmpty() ? discovery.find() : last);
      if (nodes.isEmpty()) {
        throw new IOException("discovery " + spec.called() + " finds no nodes");
      }
      return nodes;
    }

    synchronized void add(Client client) throws Exception {
      clients.add(client);
      pass(client, order.order(discovery.last()));
    }

    @Override
    public void changed(NodeChange change) {
      boolean isFirst = !isKnown;
      isKnown = true;
      if (isFirst) {
        return; // the nodes with which the target was opened
      }
      List<DiscoveredNode> nodes = order.order(change.nodes());
      String ending = nodes.isEmpty() ? ", so no node is left; the last nodes remain in use" : "";
      events.accept(
          EventKind.TARGET, "discovery " + spec.called() + ": " + change.words() + ending);
      if (!nodes.isEmpty()) {
        passAll(nodes);
      }
    }

    private synchronized void passAll(List<DiscoveredNode> nodes) {
      for (Client client : clients) {
        try {
          pass(client, nodes);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        } catch (Exception e) {
          events.accept(
              EventKind.WARNING,
              "discovery " + spec.called() + ": the driver rejects the nodes: " + e.getMessage());
        }
      }
    }

    private void pass(Client client, List<DiscoveredNode> nodes) throws Exception {
      client.nodesChanged(nodes, order.nearest(nodes));
    }

    @Override
    public void warns(String sentence) {
      events.accept(EventKind.WARNING, sentence);
    }
  }

  /**
   * Finds the hosts of a target: all hosts for a driver that accepts several, otherwise the nearest
   * host.
   *
   * @throws IOException if no node is found; the message is a sentence
   * @throws InvalidSpecException if a node is not allowed
   */
  TargetSpec located(TargetSpec spec, Driver driver) throws IOException, InterruptedException {
    List<DiscoveredNode> nodes = followed(required(spec)).nodes();
    String all = nodes.stream().map(DiscoveredNode::authority).collect(Collectors.joining(","));
    TargetSpec located = spec.at(takes(driver, spec.at(all)) ? all : nodes.getFirst().authority());
    guard.target(located);
    return located;
  }

  private static boolean takes(Driver driver, TargetSpec located) {
    try {
      driver.checkAddress(located.address());
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Registers a target, or a part of it, that was opened with the discovered nodes. */
  void opened(TargetSpec spec, Driver driver, Client client) throws Exception {
    if (driver.capabilities().contains(Capability.FOLLOWS_NODES)) {
      followed(required(spec)).add(client);
    }
  }

  private static DiscoverySpec.OfTarget required(TargetSpec spec) {
    return Objects.requireNonNull(spec.discovery());
  }

  private synchronized Followed followed(DiscoverySpec.OfTarget spec) {
    return followed.computeIfAbsent(spec, Followed::new);
  }

  @Override
  public synchronized void begin() {
    if (!closed && !begun) {
      begun = true;
      followed.values().forEach(each -> each.discovery.begin(clock, each));
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      followed.values().forEach(each -> each.discovery.close());
    }
  }
}
