package org.plimsoll.driver.zookeeper;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.RowFrame;
import org.plimsoll.api.kit.SharedConnections;

/**
 * The client of an opened ensemble: the connections that sessions share, and a separate connection
 * for other requests.
 */
final class ZooKeeperTarget implements Client {
  /** Maximum wait for the end of the connections, which removes ephemeral nodes. */
  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final DriverContext context;
  private final SettingValues settings;
  private final ZooKeeperAddress address;
  private final Duration patience;
  private final DriverContext.Counter expired;
  private final Ensemble ensemble;
  private final Operations operations;
  private final Keeper apart;
  private final Admin admin;
  private final SharedConnections<Keeper> connections;
  private final Set<Thread> closing = ConcurrentHashMap.newKeySet();

  private ZooKeeperTarget(DriverContext context, ZooKeeperAddress address)
      throws IOException, InterruptedException, GeneralSecurityException {
    this.context = context;
    this.address = address;
    settings = context.settings();
    patience = settings.get(ZooKeeperSettings.CONNECT_TIMEOUT);
    expired = context.counter("expired-sessions");
    ensemble = new Ensemble(address.servers(), new FourLetters(context, patience), context::event);
    ensemble.requireOne(address.toString());
    Paths paths =
        new Paths(address.path(), Math.toIntExact(settings.get(ZooKeeperSettings.PARENTS)));
    operations = new Operations(settings, new RowFrame(context.fieldNames()), paths);
    connections =
        new SharedConnections<>(
            Math.toIntExact(settings.get(ZooKeeperSettings.CONNECTIONS)),
            this::connect,
            this::disconnect);
    apart = connect();
    admin = new Admin(apart, address, paths, settings.get(ZooKeeperSettings.ACL).list());
  }

  static ZooKeeperTarget open(DriverContext context) throws Exception {
    ZooKeeperAddress address = ZooKeeperAddress.parse(context.address());
    if (context.settings().get(ZooKeeperSettings.ACL) == Access.CREATOR
        && Credentials.of(context.settings()).isEmpty()) {
      throw new IllegalArgumentException("acl: must be open without a user, was 'creator'");
    }
    return new ZooKeeperTarget(context, address);
  }

  private Keeper connect() throws IOException, InterruptedException {
    Keeper keeper = new Keeper(context, address, expired);
    if (!keeper.awaitConnected(patience)) {
      disconnect(keeper);
      throw new IOException(address + " did not establish a session in time");
    }
    return keeper;
  }

  private void disconnect(Keeper keeper) {
    closing.removeIf(thread -> !thread.isAlive());
    closing.add(keeper.close());
  }

  @Override
  public Session openSession() throws Exception {
    int maxInFlight = Math.toIntExact(settings.get(ZooKeeperSettings.IN_FLIGHT));
    String servers = address.toString();
    return connections.openSession(
        link -> new ZooKeeperSession(link, maxInFlight, operations, servers));
  }

  @Override
  public int preferredSessions() {
    return connections.count();
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>(ensemble.facts());
    facts.put("path", address.path());
    facts.put("parents", String.valueOf(settings.get(ZooKeeperSettings.PARENTS)));
    facts.put("connections", String.valueOf(connections.count()));
    facts.put("session timeout", apart.handle().getSessionTimeout() + " ms");
    facts.put("acl", Setting.choiceText(settings.get(ZooKeeperSettings.ACL)));
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() throws IOException {
    return ensemble.telemetry();
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    operations.change(changed);
  }

  @Override
  public void create() throws IOException, InterruptedException {
    admin.create();
  }

  @Override
  public OptionalLong count() throws IOException, InterruptedException {
    return OptionalLong.of(admin.count());
  }

  @Override
  public void truncate() throws IOException, InterruptedException {
    admin.truncate();
  }

  @Override
  public void close() {
    connections.close();
    disconnect(apart);
    long endNanos = System.nanoTime() + CLOSING.toNanos();
    List<Thread> all = new ArrayList<>(closing);
    try {
      for (Thread thread : all) {
        boolean _ = thread.join(Duration.ofNanos(Math.max(1, endNanos - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
