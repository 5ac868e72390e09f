package org.plimsoll.driver.zookeeper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.zookeeper.client.HostProvider;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;

/**
 * Supplies the servers that a client tries one after the other, starting at a random one. Each
 * address is checked with the engine before the client connects to it.
 */
final class CheckedServers implements HostProvider {
  /** The pause after all servers were tried. The client library adds its own pause. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final DriverContext context;
  private final List<HostPort> servers;
  private int at;
  private int tried;

  CheckedServers(DriverContext context, List<HostPort> servers, Random random) {
    this.context = context;
    List<HostPort> shuffled = new ArrayList<>(servers);
    Collections.shuffle(shuffled, random);
    this.servers = shuffled;
  }

  @Override
  public int size() {
    return servers.size();
  }

  /**
   * Returns the next server. Called on the client library's own thread, which may block. If this
   * method throws an exception, the thread tries again.
   */
  @Override
  public InetSocketAddress next(long spinDelay) {
    HostPort server;
    boolean waits;
    synchronized (this) {
      server = servers.get(at);
      at = (at + 1) % servers.size();
      waits = tried++ >= servers.size() && spinDelay > 0;
    }
    if (waits) {
      pause();
    }
    try {
      return new InetSocketAddress(context.resolve(server.host(), server.port())[0], server.port());
    } catch (IOException e) {
      pause();
      throw new UncheckedIOException(e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized void onConnected() {
    tried = 0;
  }

  /** Does nothing. The servers are always those of the target. */
  @Override
  public boolean updateServerList(
      Collection<InetSocketAddress> serverAddresses, InetSocketAddress currentHost) {
    return false;
  }
}
