package org.plimsoll.driver.cassandrathrift;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cassandra.thrift.ColumnParent;
import org.apache.cassandra.thrift.ConsistencyLevel;
import org.apache.cassandra.thrift.KeyRange;
import org.apache.cassandra.thrift.KeySlice;
import org.apache.cassandra.thrift.SlicePredicate;
import org.apache.cassandra.thrift.SliceRange;
import org.apache.thrift.TException;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.NodeTelemetry;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.driver.cassandrashared.NodeHooks;

/**
 * The client of an opened cluster: its nodes, its schema, and the objects that all sessions share.
 */
final class ThriftTarget implements Client {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  private final DriverContext context;
  private final ServersAddress address;
  private final String table;
  private final Control control;
  private final Nodes nodes;
  private final Schema schema;
  private final Operations operations;
  private final ThriftSession.Shared shared;
  private final Set<ThriftSession> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicInteger opened = new AtomicInteger();
  private final ClusterFacts facts;
  private final NodeHooks hooks;
  private volatile boolean closed;

  private ThriftTarget(
      DriverContext context, ServersAddress address, Connector connector, Control control)
      throws IOException, TException {
    this.context = context;
    this.address = address;
    this.control = control;
    SettingValues settings = context.settings();
    table = settings.get(ThriftSettings.TABLE);
    facts = ClusterFacts.read(control);
    nodes = new Nodes(address, connector, control, settings, context::event);
    operations = new Operations(context);
    schema = new Schema(control, settings, address.name(), operations.columns());
    shared = new ThriftSession.Shared(nodes, connector, operations, address.name());
    hooks = new NodeHooks(context, address.name(), List.of(table), false);
    nodes.learnOnce();
    nodes.watch();
  }

  static ThriftTarget open(DriverContext context) throws Exception {
    ServersAddress address = ThriftSettings.ADDRESS.parse(context.address());
    Connector connector = new Connector(context);
    Control control = new Control(connector, address::servers);
    try {
      return new ThriftTarget(context, address, connector, control);
    } catch (TException e) {
      control.close();
      throw Failures.unusable(address.toString(), e);
    } catch (IOException | RuntimeException e) {
      control.close();
      throw e;
    }
  }

  @Override
  public Session openSession() throws IOException {
    try {
      schema.requireFits();
    } catch (TException e) {
      throw Failures.unusable(address.toString(), e);
    }
    nodes.learnOnce();
    ThriftSession session = new ThriftSession(opened.getAndIncrement(), shared, sessions::remove);
    session.connect();
    sessions.add(session);
    if (closed) {
      session.close();
    }
    return context.blocking(session);
  }

  @Override
  public Map<String, String> facts() {
    try {
      return facts.with(nodes.all(), schema);
    } catch (IOException | TException e) {
      return Map.of("server", "Cassandra " + facts.version());
    }
  }

  @Override
  public Map<String, Double> telemetry() throws IOException {
    NodeTelemetry telemetry = new NodeTelemetry();
    try {
      Map<String, List<String>> versions = control.any(client -> client.describe_schema_versions());
      telemetry.all("schema_versions", (double) Schema.versions(versions));
      telemetry.all("nodes_unreachable", Schema.unreachable(versions));
      for (Node node : nodes.all()) {
        if (node.isUp()) {
          Estimates estimates = Estimates.of(control, node, address.name(), table);
          telemetry.sum(node.toString(), "estimated_rows", (double) estimates.rows());
          telemetry.sum(node.toString(), "estimated_table_bytes", (double) estimates.bytes());
        }
      }
    } catch (TException e) {
      throw Failures.unusable(address.toString(), e);
    }
    return telemetry.values();
  }

  /** Checks whether there is any row, and then adds the estimates of the nodes. */
  @Override
  public OptionalLong count() throws IOException {
    try {
      if (isEmpty()) {
        return OptionalLong.of(0);
      }
      long estimate = 0;
      for (Node node : nodes.all()) {
        estimate += node.isUp() ? Estimates.of(control, node, address.name(), table).rows() : 0;
      }
      return estimate > 0 ? OptionalLong.of(estimate) : OptionalLong.empty();
    } catch (TException e) {
      throw Failures.unusable(address.toString(), e);
    }
  }

  private boolean isEmpty() throws IOException, TException {
    SlicePredicate one =
        new SlicePredicate().setSlice_range(new SliceRange(EMPTY, EMPTY, false, 1));
    KeyRange first = new KeyRange(1).setStart_key(EMPTY).setEnd_key(EMPTY);
    List<KeySlice> found =
        control.any(client -> {
          client.set_keyspace(address.name());
          return client.get_range_slices(new ColumnParent(table), one, first, ConsistencyLevel.ONE);
        });
    return found.isEmpty();
  }

  @Override
  public Map<String, String> hooks() {
    return hooks.hooks();
  }

  @Override
  public String runHook(String name) throws Exception {
    return runHook(name, "");
  }

  @Override
  public String runHook(String name, String argument) throws Exception {
    return hooks.run(
        name,
        argument,
        nodes.all().stream()
            .filter(Node::isUp)
            .map(Node::address)
            .map(node -> InetSocketAddress.createUnresolved(node.host(), node.port()))
            .toList());
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    operations.choose(Choices.of(changed));
  }

  @Override
  public void create() throws IOException, InterruptedException {
    try {
      schema.create();
      nodes.learnOnce();
    } catch (TException e) {
      throw Failures.unusable(address.toString(), e);
    }
  }

  @Override
  public void truncate() throws IOException {
    try {
      schema.truncate();
    } catch (TException e) {
      throw Failures.unusable(address.toString(), e);
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    nodes.close();
    sessions.forEach(ThriftSession::close);
    try {
      schema.end();
    } catch (IOException | TException e) {
      // The run has ended, so the failure is not reported and the tables remain.
    }
    control.close();
  }
}
