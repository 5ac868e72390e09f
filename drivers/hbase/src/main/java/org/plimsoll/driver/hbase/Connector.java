package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RpcConnectionRegistry;
import org.apache.hadoop.hbase.ipc.RpcClient;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;
import org.apache.hadoop.security.UserGroupInformation;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ConnectionSettings;

/**
 * Connects to the cluster, with the settings of the target converted to the configuration of
 * HBase's client.
 */
final class Connector implements AutoCloseable {
  private static final String ZOOKEEPER_REGISTRY =
      "org.apache.hadoop.hbase.client.ZKConnectionRegistry";
  private static final String REGISTRY = "hbase.client.registry.impl";

  /**
   * Number of retries of requests that are not operations. They may wait until a region is moved.
   */
  private static final int ADMIN_RETRIES = 14;

  /**
   * Initial delay with which HBase's client polls whether a table exists. Later delays are longer.
   */
  private static final Duration ADMIN_PAUSE = Duration.ofMillis(20);

  /**
   * Timeout of a request that is not an operation. It does not depend on the timeout of operations,
   * because balancing takes seconds.
   */
  private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(60);

  private static final int ZOOKEEPER_RETRIES = 1;
  private static final Duration ZOOKEEPER_PAUSE = Duration.ofMillis(200);

  private final DriverContext context;
  private final HBaseAddress address;
  private final TableName table;
  private final Duration patience;
  private final CheckedLoops loops;
  private final Configuration configuration;
  private final User user;

  Connector(DriverContext context, HBaseAddress address, TableName table) throws IOException {
    this.context = context;
    this.address = address;
    this.table = table;
    SettingValues settings = context.settings();
    patience = settings.get(HBaseSettings.CONNECT_TIMEOUT);
    List<HostPort> resolved = resolved();
    requireListens();
    String name = settings.get(HBaseSettings.USER);
    user =
        User.create(
            UserGroupInformation.createRemoteUser(
                name.isEmpty() ? System.getProperty("user.name", "plimsoll") : name));
    loops = new CheckedLoops(context, ConnectionSettings.ioThreads(settings));
    configuration = configuration(settings, resolved);
    CheckedRpcClient.use(loops, configuration);
  }

  /**
   * Returns the resolved addresses of the servers. ZooKeeper's client would resolve host names
   * without the engine's check.
   */
  private List<HostPort> resolved() throws IOException {
    List<HostPort> resolved = new ArrayList<>();
    IOException unknown = null;
    for (HostPort each : address.servers()) {
      try {
        InetAddress its = context.resolve(each.host(), each.port())[0];
        resolved.add(new HostPort(its.getHostAddress(), each.port()));
      } catch (UnknownHostException e) {
        unknown = e;
      } catch (IOException e) {
        throw Failures.unusable(address.toString(), e);
      }
    }
    if (unknown != null && resolved.isEmpty()) {
      throw Failures.unusable(address.toString(), unknown);
    }
    return resolved;
  }

  /** Fails immediately if no server listens. HBase's client would retry for a long time. */
  private void requireListens() throws IOException {
    IOException failure = null;
    for (HostPort each : address.servers()) {
      try (Socket socket = new Socket()) {
        InetAddress its = context.resolve(each.host(), each.port())[0];
        socket.connect(new InetSocketAddress(its, each.port()), millis(patience));
        return;
      } catch (SocketTimeoutException e) {
        failure = new IOException("the server did not answer in time", e);
      } catch (IOException e) {
        failure = e;
      }
    }
    throw Failures.unusable(
        address.toString(), failure == null ? new ConnectException("no server") : failure);
  }

  private static int millis(Duration duration) {
    return Math.toIntExact(Math.clamp(duration.toMillis(), 1, Integer.MAX_VALUE));
  }

  private Configuration configuration(SettingValues settings, List<HostPort> resolved) {
    Configuration made = HBaseConfiguration.create();
    boolean byZooKeeper = settings.get(HBaseSettings.REGISTRY) == Registry.ZOOKEEPER;
    made.set(REGISTRY, byZooKeeper ? ZOOKEEPER_REGISTRY : RpcConnectionRegistry.class.getName());
    made.set(HConstants.ZOOKEEPER_QUORUM, HostPort.text(resolved));
    made.set(HConstants.ZOOKEEPER_ZNODE_PARENT, settings.get(HBaseSettings.ZNODE));
    made.setInt(ReadOnlyZKClient.RECOVERY_RETRY, ZOOKEEPER_RETRIES);
    made.setInt(ReadOnlyZKClient.RECOVERY_RETRY_INTERVAL_MILLIS, millis(ZOOKEEPER_PAUSE));
    made.set(RpcConnectionRegistry.BOOTSTRAP_NODES, address.toString());
    made.setInt(RpcClient.SOCKET_TIMEOUT_CONNECT, millis(patience));
    // The client does not limit the sizes of cells, because servers do, and report it.
    made.setInt("hbase.client.keyvalue.maxsize", 0);
    made.setInt(
        HConstants.HBASE_CLIENT_RETRIES_NUMBER,
        Math.toIntExact(settings.get(HBaseSettings.RETRIES)));
    timeouts(made, millis(settings.get(HBaseSettings.REQUEST_TIMEOUT)));
    return made;
  }

  private static void timeouts(Configuration to, int millis) {
    to.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, millis);
    to.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, millis);
    to.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, millis);
    to.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, millis);
  }

  /** Opens a connection for operations, and waits until it knows the regions of the table. */
  Hub connect() throws IOException, InterruptedException {
    Hub hub = connect(configuration);
    boolean located = false;
    try {
      var _ =
          new Waits(address.toString())
              .await(hub.connection().getRegionLocator(table).getAllRegionLocations(), patience);
      located = true;
      return hub;
    } finally {
      if (!located) {
        close(hub);
      }
    }
  }

  /** Opens a connection for everything except operations. */
  Hub connectAdmin() throws IOException, InterruptedException {
    Configuration patient = new Configuration(configuration);
    patient.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, ADMIN_RETRIES);
    patient.setInt(HConstants.HBASE_CLIENT_PAUSE, millis(ADMIN_PAUSE));
    timeouts(patient, millis(ADMIN_TIMEOUT));
    return connect(patient);
  }

  private Hub connect(Configuration its) throws IOException, InterruptedException {
    CompletableFuture<AsyncConnection> opening = ConnectionFactory.createAsyncConnection(its, user);
    boolean taken = false;
    try {
      AsyncConnection connection = await(opening);
      taken = true;
      return Hub.of(connection, table, loops);
    } finally {
      if (!taken) {
        var _ = opening.thenAccept(Connector::close);
      }
    }
  }

  private AsyncConnection await(CompletableFuture<AsyncConnection> opening)
      throws IOException, InterruptedException {
    try {
      return new Waits(address.toString()).await(opening, patience);
    } catch (IOException e) {
      Registry registry = context.settings().get(HBaseSettings.REGISTRY);
      Optional<String> wrong = Failures.wrongHosts(e, registry);
      if (wrong.isPresent()) {
        throw new IOException(address + " " + wrong.get(), e);
      }
      throw e;
    }
  }

  /** Closes a connection without waiting. */
  static void close(Hub hub) {
    close(hub.connection());
  }

  private static void close(AsyncConnection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      // The connection is no longer used.
    }
  }

  @Override
  public void close() {
    CheckedRpcClient.forget(configuration);
    loops.close();
  }
}
