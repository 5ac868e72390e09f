package org.plimsoll.driver.etcd;

import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.DefragmentRequest;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.StatusRequest;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.CheckedSockets;
import org.plimsoll.api.kit.ClientCertificate;
import org.plimsoll.api.kit.NodeTelemetry;
import org.plimsoll.api.kit.RowFrame;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.api.kit.SharedConnections;

/**
 * The client of an opened cluster: the channels that sessions share, and a separate channel for
 * administrative requests.
 */
final class EtcdTarget implements Client {
  /** Timeout for requests that process all rows or the whole database. */
  private static final Duration LONG = Duration.ofMinutes(10);

  private final SettingValues settings;
  private final ServersAddress address;
  private final Channels channels;
  private final Login login;
  private final Keys keys;
  private final ManagedChannel admin;
  private final Members members;
  private final MetricsPage metrics;
  private final EtcdOperations operations;
  private final SharedConnections<ManagedChannel> connections;
  private final Duration patience;

  private EtcdTarget(DriverContext context, ServersAddress address, Channels channels)
      throws Exception {
    this.address = address;
    this.channels = channels;
    settings = context.settings();
    patience = settings.get(EtcdSettings.CONNECT_TIMEOUT);
    login = new Login(settings);
    keys = new Keys(settings.get(EtcdSettings.PREFIX));
    admin = channels.create(address.servers(), login);
    login.perform(admin);
    members = new Members(admin, patience, context::event);
    // Before the load starts, checks that the user may read the rows.
    RangeResponse _ = ask(patience, KVGrpc.getRangeMethod(), rows().setLimit(1).build());
    metrics = new MetricsPage(CheckedSockets.of(context, ClientCertificate.of(settings)), patience);
    operations =
        new EtcdOperations(
            settings,
            new RowFrame(context.fieldNames()),
            keys,
            new Leases(admin, System::nanoTime));
    connections =
        new SharedConnections<>(
            Math.toIntExact(settings.get(EtcdSettings.CONNECTIONS)),
            this::connect,
            ManagedChannel::shutdownNow);
  }

  static EtcdTarget open(DriverContext context) throws Exception {
    ServersAddress address = EtcdSettings.ADDRESS.parse(context.address());
    requireAllowed(context, address);
    Channels channels = new Channels(context);
    try {
      return new EtcdTarget(context, address, channels);
    } catch (StatusRuntimeException e) {
      channels.close();
      throw Failures.unusable(address.toString(), e);
    } catch (Exception e) {
      channels.close();
      throw e;
    }
  }

  /**
   * Checks all addresses, and throws an exception for a forbidden one. A resolver would only skip
   * it.
   */
  private static void requireAllowed(DriverContext context, ServersAddress address)
      throws IOException {
    for (HostPort member : address.servers()) {
      try {
        var _ = context.resolve(member.host(), member.port());
      } catch (UnknownHostException e) {
        // Another member may have an address. Otherwise, the first request reports the failure.
      } catch (RefusedAddressException e) {
        throw Failures.unusable(address.toString(), e);
      }
    }
  }

  /** Opens a channel, and waits for the answer to its first request. */
  private ManagedChannel connect() throws IOException {
    ManagedChannel channel = channels.create(address.servers(), login);
    try {
      var _ =
          Unary.await(
              channel,
              patience,
              MaintenanceGrpc.getStatusMethod(),
              StatusRequest.getDefaultInstance());
      return channel;
    } catch (StatusRuntimeException e) {
      var _ = channel.shutdownNow();
      throw Failures.unusable(address.toString(), e);
    }
  }

  private RangeRequest.Builder rows() {
    return RangeRequest.newBuilder().setKey(keys.first()).setRangeEnd(keys.end()).setKeysOnly(true);
  }

  private <Q, A> A ask(Duration atMost, MethodDescriptor<Q, A> method, Q request) {
    return Unary.await(admin, atMost, method, request);
  }

  private static String choice(SettingValues settings, Setting<? extends Enum<?>> setting) {
    return Setting.choiceText(settings.get(setting));
  }

  @Override
  public Session openSession() throws Exception {
    int maxInFlight = Math.toIntExact(settings.get(EtcdSettings.IN_FLIGHT));
    return connections.openSession(link -> new EtcdSession(link, maxInFlight, operations, login));
  }

  @Override
  public int preferredSessions() {
    return connections.count();
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>(members.facts());
    facts.put("connections", String.valueOf(connections.count()));
    facts.put("balance", choice(settings, EtcdSettings.BALANCE));
    facts.put("prefix", settings.get(EtcdSettings.PREFIX));
    return facts;
  }

  /** Returns the metrics of each member of the target that answers. */
  @Override
  public Map<String, Double> telemetry() throws IOException {
    NodeTelemetry telemetry = new NodeTelemetry();
    IOException failure = null;
    for (HostPort member : address.servers()) {
      try {
        metrics.read(member, telemetry);
      } catch (IOException e) {
        failure = e;
      }
    }
    Map<String, Double> values = telemetry.values();
    if (failure != null && values.isEmpty()) {
      throw failure;
    }
    try {
      members.refresh();
    } catch (StatusRuntimeException e) {
      // Without a majority, a member does not report the leader, but its metrics are still
      // available.
    }
    return values;
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    operations.change(changed);
  }

  @Override
  public OptionalLong count() throws IOException {
    try {
      RangeRequest count = rows().setCountOnly(true).build();
      return OptionalLong.of(ask(LONG, KVGrpc.getRangeMethod(), count).getCount());
    } catch (StatusRuntimeException e) {
      throw Failures.unusable(address.toString(), e);
    }
  }

  @Override
  public void truncate() throws IOException {
    try {
      var _ =
          ask(
              LONG,
              KVGrpc.getDeleteRangeMethod(),
              DeleteRangeRequest.newBuilder().setKey(keys.first()).setRangeEnd(keys.end()).build());
    } catch (StatusRuntimeException e) {
      throw Failures.unusable(address.toString(), e);
    }
  }

  @Override
  public Map<String, String> hooks() {
    return Map.of(
        "compact", "Deletes all versions of keys except the newest, and waits until this is done.",
        "defragment", "Rewrites the database of each member of the target, which blocks it.");
  }

  @Override
  public String runHook(String name) throws Exception {
    try {
      return switch (name) {
        case "compact" -> compact();
        case "defragment" -> defragment();
        default -> throw new UnsupportedOperationException("etcd has no hook " + name);
      };
    } catch (StatusRuntimeException e) {
      throw Failures.unusable(address.toString(), e);
    }
  }

  private String compact() {
    RangeResponse newest = ask(patience, KVGrpc.getRangeMethod(), rows().setLimit(1).build());
    long revision = newest.getHeader().getRevision();
    var _ =
        ask(
            LONG,
            KVGrpc.getCompactMethod(),
            CompactionRequest.newBuilder().setRevision(revision).setPhysical(true).build());
    return "compacted up to revision " + revision;
  }

  private String defragment() {
    List<HostPort> all = address.servers();
    for (HostPort member : all) {
      ManagedChannel channel = channels.create(List.of(member), login);
      try {
        var _ =
            Unary.await(
                channel,
                LONG,
                MaintenanceGrpc.getDefragmentMethod(),
                DefragmentRequest.getDefaultInstance());
      } finally {
        var _ = channel.shutdownNow();
      }
    }
    return "defragmented " + all.size() + (all.size() == 1 ? " member" : " members");
  }

  @Override
  public void close() {
    connections.close();
    channels.close();
  }
}
