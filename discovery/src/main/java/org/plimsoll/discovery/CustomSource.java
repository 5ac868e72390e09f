package org.plimsoll.discovery;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.custom.NodeDiscovery;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.Plugins;

/** A source in a user's class, which reports node changes itself. */
final class CustomSource implements Source, Registry, NodeDiscovery.Listener {
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final NodeDiscovery discovery;
  private final List<String> arguments;
  private NodeDiscovery.@Nullable Subscription subscription;
  private List<DiscoveredNode> nodes = List.of();
  private @Nullable String failure;
  private @Nullable Runnable watcher;

  CustomSource(DiscoverySpec.Custom spec, Plugins plugins) {
    discovery = plugins.custom(NodeDiscovery.class, spec.called());
    arguments = spec.arguments();
  }

  @Override
  public List<DiscoveredNode> read() throws Exception {
    if (subscription == null) {
      subscription = Plugins.call(discovery, () -> discovery.open(arguments, this));
    }
    synchronized (this) {
      if (failure != null) {
        throw new IOException(failure);
      }
      return nodes;
    }
  }

  @Override
  public void finds(List<DiscoveredNode> found) {
    Runnable told;
    synchronized (this) {
      nodes = List.copyOf(found);
      failure = null;
      told = watcher;
    }
    if (told != null) {
      told.run();
    }
  }

  @Override
  public synchronized void fails(String sentence) {
    failure = sentence;
  }

  @Override
  public synchronized void watch(Runnable changed) {
    watcher = changed;
  }

  @Override
  public long waitNanos() {
    return PERIOD_NANOS;
  }

  @Override
  public Optional<Registry> registry() {
    return Optional.of(this);
  }

  @Override
  public long periodNanos() {
    return TimeUnit.MINUTES.toNanos(1);
  }

  @Override
  public void register(DiscoveredNode self) throws Exception {
    NodeDiscovery.Subscription open = subscription;
    if (open == null) {
      throw new IOException("the source is not open yet");
    }
    Plugins.call(
        discovery,
        () -> {
          open.register(self);
          return self;
        });
  }

  @Override
  public boolean renew(DiscoveredNode self) {
    return true; // the class renews the entry itself
  }

  @Override
  public void deregister(DiscoveredNode self) {
    // Closing the subscription removes the entry.
  }

  @Override
  public void close() {
    NodeDiscovery.Subscription open = subscription;
    subscription = null;
    if (open != null) {
      try {
        Plugins.call(
            discovery,
            () -> {
              open.close();
              return true;
            });
      } catch (Exception e) {
        System.getLogger(CustomSource.class.getName())
            .log(System.Logger.Level.WARNING, "a discovery cannot be closed", e);
      }
    }
  }
}
