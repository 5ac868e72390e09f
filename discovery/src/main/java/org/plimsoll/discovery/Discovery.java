package org.plimsoll.discovery;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.clock.Poller;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * Finds nodes of a target or of a fleet, and follows their changes. The last nodes remain in use
 * while the source cannot be read.
 */
public final class Discovery implements AutoCloseable {
  private final Source source;
  private final BackOff<List<DiscoveredNode>> place;
  private final Outage outage;
  private final Tracker tracker;
  private @Nullable Poller<List<DiscoveredNode>> poller;
  private @Nullable Poller<Boolean> registration;

  private Discovery(String name, Source source) {
    this.source = source;
    place = new BackOff<>(source);
    outage = new Outage(name, "; its last nodes remain in use");
    tracker = new Tracker(outage);
  }

  /**
   * Creates a discovery without reading the source.
   *
   * @throws InvalidSpecException if a value of the spec cannot be used
   */
  public static Discovery of(DiscoverySpec spec, Access access) {
    try {
      return new Discovery(Access.SETTING + " " + spec.name(), source(spec, access));
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(Access.SETTING + " " + spec.name() + ": " + e.getMessage(), e);
    }
  }

  private static Source source(DiscoverySpec spec, Access access) {
    return switch (spec) {
      case DiscoverySpec.Listed listed -> new ListedSource(listed.nodes());
      case DiscoverySpec.File file -> new FileSource(file.path());
      case DiscoverySpec.Dns dns -> new DnsSource(dns, access.hosts());
      case DiscoverySpec.Eureka eureka -> new EurekaSource(eureka, access.hosts());
      case DiscoverySpec.Kubernetes pods -> new KubernetesSource(pods, access.hosts());
      case DiscoverySpec.Ec2 instances -> new Ec2Source(instances, access);
      case DiscoverySpec.Consul consul -> new ConsulSource(consul, access.hosts());
      case DiscoverySpec.Custom custom -> new CustomSource(custom, access.plugins());
    };
  }

  /**
   * Reads the nodes now. It can be called several times before {@link #begin}.
   *
   * @return all nodes, ordered by address
   * @throws IOException if the source cannot be read; the message is a sentence for the user
   */
  public synchronized List<DiscoveredNode> find() throws IOException, InterruptedException {
    if (poller != null) {
      throw new IllegalStateException("the nodes are already being followed");
    }
    try {
      return tracker.found(place.read());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | LinkageError e) {
      throw new IOException(outage.name() + ": " + Poller.sentence(e), e);
    }
  }

  /** Returns the nodes that were found last, ordered by address; empty before the first read. */
  public List<DiscoveredNode> last() {
    return tracker.last();
  }

  /**
   * Starts to follow the nodes on a clock. Failed reads are repeated after 1 s, and then after
   * twice the previous wait, up to one minute.
   */
  public synchronized void begin(Clock clock, DiscoveryListener listener) {
    outage.listen(listener::warns);
    tracker.listen(listener::changed);
    poller = new Poller<>(place, tracker::found, e -> outage.failed(Poller.sentence(e)), clock);
    poller.begin();
  }

  /**
   * Registers this node now, renews its entry, and removes the entry when the discovery is closed.
   * Failures are repeated and reported like failed reads.
   *
   * @param warnings receives failures as sentences
   * @return whether the source is a registry
   */
  public synchronized boolean register(
      DiscoveredNode self, Clock clock, Consumer<String> warnings) {
    Optional<Registry> registry = source.registry();
    if (registry.isPresent()) {
      Outage entry =
          new Outage(outage.name(), "; the entry of this node is neither created nor renewed");
      entry.listen(warnings);
      registration =
          new Poller<>(
              new BackOff<>(new Registration(registry.get(), self)),
              _ -> entry.succeeded(),
              e -> entry.failed(Poller.sentence(e)),
              clock);
      registration.begin();
    }
    return registry.isPresent();
  }

  @Override
  public synchronized void close() {
    outage.end();
    tracker.end();
    if (registration != null) {
      registration.close();
    }
    if (poller == null) {
      place.close();
    } else {
      poller.close();
    }
  }
}
