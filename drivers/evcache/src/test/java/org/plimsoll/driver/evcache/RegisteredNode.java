package org.plimsoll.driver.evcache;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.plimsoll.testkit.EurekaServer;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.RealServer;

/**
 * A Memcached with the entry in Eureka that EVCache's client looks for: the zone is in Amazon's
 * record, and the port in the metadata, since that of the instance is of the process beside it.
 */
final class RegisteredNode implements AutoCloseable {
  static final String APPLICATION = "EVCACHE_SHIPS";

  /**
   * Much longer than a renewal: a busy machine may delay one by seconds, and a node whose lease has
   * ended does not return.
   */
  private static final int LEASE_SECONDS = 5;

  private static final int RENEWAL_MILLIS = 300;
  private static final int CREATED = 204;

  private final EurekaServer registry;
  private final String host;
  private final RealServer server;
  private final ScheduledExecutorService renewals =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("renewals").factory());

  private RegisteredNode(EurekaServer registry, String host, RealServer server) {
    this.registry = registry;
    this.host = host;
    this.server = server;
  }

  /** Starts a server on a loopback address, registers it, and renews its lease from then on. */
  static RegisteredNode start(EurekaServer registry, Path folder, String host, String zone)
      throws IOException, InterruptedException {
    RealServer server = MemcachedServers.startAt(host, folder);
    RegisteredNode node = new RegisteredNode(registry, host, server);
    int status = registry.register(APPLICATION, node.entry(zone));
    if (status != CREATED) {
      node.close();
      throw new IOException("Eureka answers " + status);
    }
    var _ =
        node.renewals.scheduleWithFixedDelay(node::renew, 0, RENEWAL_MILLIS, TimeUnit.MILLISECONDS);
    return node;
  }

  private String entry(String zone) {
    return """
    {"instance": {
      "instanceId": "%1$s", "app": "%2$s", "hostName": "%3$s", "ipAddr": "%3$s", "status": "UP",
      "asgName": "evcache-%4$s-v001", "port": {"$": 7001, "@enabled": "true"},
      "dataCenterInfo": {
        "@class": "com.netflix.appinfo.AmazonInfo", "name": "Amazon",
        "metadata": {"availability-zone": "%4$s", "local-ipv4": "%3$s"}},
      "leaseInfo": {"renewalIntervalInSecs": 1, "durationInSecs": %5$d},
      "metadata": {"evcache.port": "%6$d"}}}
    """
        .formatted(address(), APPLICATION, host, zone, LEASE_SECONDS, server.port());
  }

  private void renew() {
    try {
      registry.status("PUT", path());
    } catch (IOException e) {
      // The next renewal is soon.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String path() {
    return "/" + APPLICATION + "/" + address();
  }

  String address() {
    return host + ":" + server.port();
  }

  /** A number of the server's statistics. */
  long statistic(String name) throws IOException {
    return MemcachedServers.statistic(host, server.port(), name);
  }

  /** Leaves Eureka as a server does that is shut down in order; it still serves. */
  void deregister() throws IOException, InterruptedException {
    stopRenewals();
    registry.status("DELETE", path());
  }

  /** Kills the server with the process beside it, so that nobody renews the lease. */
  void kill() throws InterruptedException {
    stopRenewals();
    server.kill();
  }

  private void stopRenewals() throws InterruptedException {
    renewals.shutdownNow();
    renewals.awaitTermination(1, TimeUnit.MINUTES);
  }

  /** Also deregisters, so that the next test does not find it. */
  @Override
  public void close() throws IOException {
    try {
      deregister();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      server.close();
    }
  }
}
