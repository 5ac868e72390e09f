package org.plimsoll.fleet.discovery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.HostPort;
import org.plimsoll.discovery.Access;
import org.plimsoll.discovery.Discovery;
import org.plimsoll.discovery.DiscoveryListener;
import org.plimsoll.discovery.NodeChange;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.settings.text.DiscoveryText;

/**
 * Finds the seeds of a fleet by a discovery. All nodes have the seeds in the same order, so that
 * only the first one may start a fleet if no other answers. If the discovery is a registry, this
 * node registers itself, and deregisters when this is closed.
 */
public final class FleetSeeds implements AutoCloseable {
  private final Discovery discovery;
  private final DiscoveredNode self;
  private final int defaultPort;
  private final Clock clock;
  private final Consumer<String> notices;

  private FleetSeeds(
      Discovery discovery,
      DiscoveredNode self,
      int defaultPort,
      Clock clock,
      Consumer<String> notices) {
    this.discovery = discovery;
    this.self = self;
    this.defaultPort = defaultPort;
    this.clock = clock;
    this.notices = notices;
  }

  /**
   * Creates the seeds, without reading them yet.
   *
   * @param text the value of {@code --discovery}, such as {@code dns(_plimsoll._tcp.example.org)}
   * @param access access of the operator of this node, who may use every host
   * @param self this node, with its port and its location
   * @param defaultPort port of nodes for which the source returns none
   * @param notices receives a sentence when the source fails, and when it works again
   * @throws org.plimsoll.engine.spec.InvalidSpecException if the text is invalid
   */
  public static FleetSeeds of(
      String text,
      Access access,
      DiscoveredNode self,
      int defaultPort,
      Clock clock,
      Consumer<String> notices) {
    Discovery discovery = Discovery.of(DiscoveryText.FORMS.parse(text), access);
    return new FleetSeeds(discovery, self, defaultPort, clock, notices);
  }

  /**
   * Reads the seeds for the first time, registers this node, and follows changes.
   *
   * @param changed receives the seeds after each change; null if not needed
   * @return the seeds, including this node; only this node if the source cannot be read yet, which
   *     is reported as a notice
   */
  public List<HostPort> begin(@Nullable Consumer<List<HostPort>> changed)
      throws InterruptedException {
    boolean isReachable = true;
    try {
      var _ = discovery.find();
    } catch (IOException e) {
      isReachable = false;
      notices.accept(e.getMessage() + "; trying again");
    }
    List<HostPort> first = isReachable ? seeds() : List.of(self.address(defaultPort));
    boolean _ = discovery.register(self, clock, notices);
    discovery.begin(
        clock,
        new DiscoveryListener() {
          @Override
          public void changed(NodeChange change) {
            if (changed != null) {
              changed.accept(seeds());
            }
          }

          @Override
          public void warns(String sentence) {
            notices.accept(sentence);
          }
        });
    return first;
  }

  /** Returns the healthy nodes of the latest discovery, and this node, ordered by address. */
  public List<HostPort> seeds() {
    List<HostPort> seeds = new ArrayList<>();
    seeds.add(self.address(defaultPort));
    for (DiscoveredNode node : discovery.last()) {
      HostPort address = node.address(defaultPort);
      if (node.healthy() && !seeds.contains(address)) {
        seeds.add(address);
      }
    }
    seeds.sort(FleetSeeds::compare);
    return List.copyOf(seeds);
  }

  private static int compare(HostPort one, HostPort other) {
    return one.toString().compareTo(other.toString());
  }

  @Override
  public void close() {
    discovery.close();
  }
}
