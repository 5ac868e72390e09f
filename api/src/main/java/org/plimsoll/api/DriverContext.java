package org.plimsoll.api;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** The engine's services for a driver that opens a target. */
public interface DriverContext {
  /**
   * Returns the target without scheme, credentials and query, such as {@code
   * 127.0.0.1:6379,127.0.0.1:6380/2} for {@code
   * redis://user:secret@127.0.0.1:6379,127.0.0.1:6380/2?tls=true}. The settings {@code user} and
   * {@code password} have the user and the password of the URI.
   */
  String address();

  /**
   * Returns whether a discovery has found the hosts of the address. If the driver can follow nodes,
   * the engine then calls {@link Client#nodesChanged} right after the driver is opened, with
   * everything that is known about the nodes.
   */
  default boolean isDiscovered() {
    return false;
  }

  /** Returns the values of {@link Driver#settings}. */
  SettingValues settings();

  /** Returns the names of the fields that every row has. */
  List<String> fieldNames();

  /** Returns a temporary folder that belongs to this run and is deleted at its end. */
  Path temporaryFolder();

  Timeline timeline();

  /** Returns the seed for random numbers of the driver. */
  long seed();

  /**
   * Adapts a blocking session. A driver with blocking code creates its sessions through this
   * method.
   */
  Session blocking(BlockingSession session);

  /**
   * Adapts a blocking session that must stay on one thread, for example because it uses
   * thread-local state. The session is created, used and closed on its own thread, which ends with
   * it.
   *
   * @param thread the kind of thread, such as {@code Thread.ofVirtual()}; a platform thread should
   *     be a daemon, so that a call that never returns does not keep the process alive
   * @param maker creates the session; called on the session's thread
   * @throws Exception any exception of the maker
   */
  Session confined(Thread.Builder thread, Callable<? extends BlockingSession> maker)
      throws Exception;

  /**
   * Opens a part of a composed target. The setting contains the URI of the part. The caller closes
   * the client.
   *
   * @param part a {@link Setting#target} of the driver
   */
  Client open(Setting<String> part) throws Exception;

  /**
   * Resolves a host that the driver is about to connect to, and checks its addresses. A driver
   * calls it for each connection, and connects to one of the returned addresses. The reason is that
   * the address of a name can change, a store can name other nodes, and a service can redirect. A
   * server for several users refuses addresses that it does not allow.
   *
   * @param host a name or an address
   * @param port the port of the connection
   * @return at least one address
   * @throws UnknownHostException if the name has no address
   * @throws RefusedAddressException if one of the addresses is not allowed
   */
  default InetAddress[] resolve(String host, int port) throws IOException {
    return InetAddress.getAllByName(host);
  }

  /**
   * Checks an address that the client library has resolved, before the driver connects to it. An
   * unresolved address is resolved.
   *
   * @return the resolved address to connect to
   * @throws UnknownHostException if the name has no address
   * @throws RefusedAddressException if the address is not allowed
   */
  default InetSocketAddress resolve(InetSocketAddress address) throws IOException {
    return address.isUnresolved()
        ? new InetSocketAddress(
            resolve(address.getHostString(), address.getPort())[0], address.getPort())
        : address;
  }

  /**
   * Returns a counter of the driver. Results and SLOs refer to it by this name. Call this method
   * while the target or a session opens. An SLO is refused if its counter does not exist before the
   * load starts.
   */
  Counter counter(String name);

  /** Returns a timing of the driver, such as the wait for a pooled connection. */
  Timing timing(String name);

  /**
   * Reports an event of the target that explains later measurements, such as a node that joined.
   * The log of events and the charts show it. Results then show how long the latency took to return
   * to its level.
   *
   * @param text a few words, such as {@code node 10.0.0.4 joined}
   */
  default void event(String text) {}

  /** A counter that the driver increments. */
  interface Counter {
    void add(long count);
  }

  /** A histogram of durations that the driver records. */
  interface Timing {
    void record(long nanos);
  }
}
