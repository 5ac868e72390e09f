package org.plimsoll.driver.gremlin;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.structure.io.binary.TypeSerializerRegistry;
import org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1;
import org.janusgraph.graphdb.tinkerpop.JanusGraphIoRegistry;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.CheckedSockets;
import org.plimsoll.api.kit.Credentials;

/** Connects with the client library, configured for load tests. */
final class Library {
  /**
   * Limit of requests in flight on a connection. All sessions together stay below it, because a
   * caller would block at the limit.
   */
  private static final int PER_CONNECTION = 1_000_000;

  private static final int RECONNECT_MILLIS = 250;
  private static final int CLOSE_MILLIS = 50;

  /**
   * Maximum wait for a connection. Without a connection, an operation must fail instead of blocking
   * the sending thread.
   */
  private static final int WAIT_MILLIS = 1;

  private final GremlinAddress address;
  private final DriverContext context;
  private final SettingValues settings;

  Library(GremlinAddress address, DriverContext context) {
    this.address = address;
    this.context = context;
    settings = context.settings();
  }

  /** Connects and waits for an answer from the traversal source. */
  Link connect() throws IOException, InterruptedException {
    Cluster cluster = cluster();
    try {
      Client client = cluster.connect();
      client.init();
      Client named = client.alias(address.source());
      long millis = settings.get(GremlinSettings.CONNECT_TIMEOUT).toMillis();
      var _ =
          named
              .submitAsync(Requests.nothing().asAdmin().getBytecode())
              .get(millis, TimeUnit.MILLISECONDS)
              .all()
              .get(millis, TimeUnit.MILLISECONDS);
      return new Link(cluster, named);
    } catch (ExecutionException e) {
      var _ = cluster.closeAsync();
      throw unusable(e.getCause() == null ? e : e.getCause());
    } catch (RuntimeException | TimeoutException e) {
      var _ = cluster.closeAsync();
      throw unusable(e);
    } catch (InterruptedException e) {
      var _ = cluster.closeAsync();
      throw e;
    }
  }

  /** Creates an exception whose message says in one sentence why the target cannot be used. */
  IOException unusable(Throwable failure) {
    Throwable known = Failures.codeOf(failure) == Common.NOT_CONNECTED ? hidden(failure) : failure;
    String reason =
        Failures.codeOf(known) instanceof Common code
            ? switch (code) {
              case CONNECTION_REFUSED -> " refused the connection";
              case NOT_CONNECTED ->
                  " closed the connection: it may not be Gremlin Server, or path or tls may be"
                      + " wrong";
              case TIMEOUT -> " did not answer in time";
              case AUTH -> " refused the credentials";
              case TLS -> " failed the TLS handshake: " + Failures.sentence(known);
              default -> " cannot be used: " + Failures.sentence(known);
            }
            : " answered with an error: " + Failures.sentence(known);
    return new IOException(address + reason, known);
  }

  /**
   * Returns the reason for a missing connection. The library logs this reason and does not throw
   * it, so another connection to the first host is opened to find it. If that connection succeeds,
   * returns the given failure.
   */
  private Throwable hidden(Throwable failure) {
    HostPort host = address.hosts().getFirst();
    Duration patience = settings.get(GremlinSettings.CONNECT_TIMEOUT);
    try (Socket _ = CheckedSockets.of(context, null).connect(host, patience)) {
      return failure;
    } catch (IOException | GeneralSecurityException e) {
      return e;
    }
  }

  private Cluster cluster() throws IOException {
    Cluster.Builder builder =
        Cluster.build()
            .port(address.port())
            .path(settings.get(GremlinSettings.PATH))
            .serializer(
                new GraphBinaryMessageSerializerV1(
                    TypeSerializerRegistry.build()
                        .addRegistry(JanusGraphIoRegistry.instance())
                        .create()))
            .nioPoolSize(1)
            .workerPoolSize(1)
            .minConnectionPoolSize(1)
            .maxConnectionPoolSize(1)
            .minInProcessPerConnection(PER_CONNECTION)
            .maxInProcessPerConnection(PER_CONNECTION)
            .minSimultaneousUsagePerConnection(PER_CONNECTION)
            .maxSimultaneousUsagePerConnection(PER_CONNECTION)
            .maxContentLength(Math.toIntExact(settings.get(GremlinSettings.MAX_ANSWER)))
            .maxWaitForConnection(WAIT_MILLIS)
            .maxWaitForClose(CLOSE_MILLIS)
            .reconnectInterval(RECONNECT_MILLIS)
            .connectionSetupTimeoutMillis(settings.get(GremlinSettings.CONNECT_TIMEOUT).toMillis());
    Credentials.of(settings)
        .ifPresent(login -> builder.credentials(login.user(), login.password()));
    Map<String, String> hosts = new HashMap<>();
    for (HostPort host : address.hosts()) {
      InetAddress resolved = resolved(host);
      contactPoints(builder).add(resolved);
      hosts.put(resolved.getHostName(), host.host());
    }
    if (settings.get(TlsSettings.TLS)) {
      builder.enableSsl(true).sslContext(tls(hosts));
    }
    return builder.create();
  }

  /**
   * Returns a checked address whose host name is the address itself. Otherwise, the library would
   * look up the host name of the address, and resolve it again for each connection.
   */
  private InetAddress resolved(HostPort host) throws IOException {
    InetAddress checked = context.resolve(host.host(), host.port())[0];
    String text = checked.getHostAddress();
    String name = text.contains(":") ? "[" + text.replaceFirst("%.*", "") + "]" : text;
    return InetAddress.getByAddress(name, checked.getAddress());
  }

  /**
   * Returns the builder's list of contact points. The builder itself accepts only strings, which it
   * resolves.
   */
  @SuppressWarnings("unchecked")
  private static List<InetAddress> contactPoints(Cluster.Builder builder) {
    try {
      Field addresses = Cluster.Builder.class.getDeclaredField("addresses");
      addresses.setAccessible(true);
      return (List<InetAddress>) addresses.get(builder);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("another version of the TinkerPop driver", e);
    }
  }

  private SslContext tls(Map<String, String> hosts) throws IOException {
    try {
      SslContextBuilder builder = SslContextBuilder.forClient();
      if (!settings.get(TlsSettings.VERIFY)) {
        return builder.trustManager(InsecureTrustManagerFactory.INSTANCE).build();
      }
      var trust = TlsSettings.trust(settings);
      if (trust != null) {
        builder.trustManager(trust);
      }
      return new VerifiedName(builder.build(), hosts);
    } catch (GeneralSecurityException | SSLException e) {
      throw new IOException(address + " cannot be used with TLS: " + e.getMessage(), e);
    }
  }
}
