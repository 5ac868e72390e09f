package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.Node;
import org.opensearch.client.RestClient;
import org.opensearch.client.sniff.OpenSearchNodesSniffer;
import org.opensearch.client.sniff.Sniffer;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.api.kit.SharedPool;
import org.plimsoll.driver.elastic.IndexSettings;

/** REST clients, configured for load tests, that use the nodes in turn and skip failed nodes. */
@SuppressWarnings("deprecation") // The deprecated client is used on purpose, see DECISIONS.md.
final class RestClients implements AutoCloseable {
  private final ServersAddress address;
  private final DriverContext context;
  private final SettingValues settings;
  private final TlsStrategy tls;
  private final DriverContext.Counter nodeFailures;
  private final AtomicReference<@Nullable Set<String>> knownNodes = new AtomicReference<>();
  private final SharedPool<Connections> pool;

  RestClients(ServersAddress address, DriverContext context)
      throws GeneralSecurityException, IOException {
    this.address = address;
    this.context = context;
    settings = context.settings();
    tls = Tls.strategy(settings);
    nodeFailures = context.counter("node-failures");
    pool = new SharedPool<>(this::connect, Connections::close);
  }

  RestClient client() {
    return pool.current().client();
  }

  /** Returns the connection pool, which counts its calls. */
  SharedPool<Connections> pool() {
    return pool;
  }

  private Connections connect() {
    String scheme = settings.get(TlsSettings.TLS) ? "https" : "http";
    HttpHost[] hosts =
        address.servers().stream()
            .map(node -> new HttpHost(scheme, node.host(), node.port()))
            .toArray(HttpHost[]::new);
    RestClient client =
        RestClient.builder(hosts)
            .setDefaultHeaders(headers().toArray(Header[]::new))
            .setNodeSelector(new OneNode())
            .setCompressionEnabled(settings.get(ElasticsearchSettings.COMPRESSION))
            .setFailureListener(
                new RestClient.FailureListener() {
                  @Override
                  public void onFailure(Node node) {
                    nodeFailures.add(1);
                  }
                })
            .setRequestConfigCallback(request ->
                request
                    // The engine enforces deadlines by closing the session, which cancels the call.
                    .setResponseTimeout(Timeout.DISABLED)
                    .setConnectionRequestTimeout(connectTimeout())
                    .setContentCompressionEnabled(settings.get(ElasticsearchSettings.COMPRESSION)))
            .setHttpClientConfigCallback(this::configure)
            .build();
    return new Connections(client, sniffer(client));
  }

  private HttpAsyncClientBuilder configure(HttpAsyncClientBuilder http) {
    return http.disableAutomaticRetries()
        .disableCookieManagement()
        .disableRedirectHandling()
        .disableAuthCaching()
        .setIOReactorConfig(
            IOReactorConfig.custom()
                .setIoThreadCount(ConnectionSettings.ioThreads(settings))
                .setTcpNoDelay(true)
                .build())
        .setConnectionManager(connectionManager());
  }

  private PoolingAsyncClientConnectionManager connectionManager() {
    int most = Math.toIntExact(settings.get(ElasticsearchSettings.MAX_CONNECTIONS));
    return PoolingAsyncClientConnectionManagerBuilder.create()
        .setMaxConnTotal(most)
        .setMaxConnPerRoute(most)
        .setTlsStrategy(tls)
        .setDnsResolver(new CheckedHosts(context))
        .setDefaultTlsConfig(
            TlsConfig.custom()
                .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                .setHandshakeTimeout(connectTimeout())
                .build())
        .setDefaultConnectionConfig(
            ConnectionConfig.custom().setConnectTimeout(connectTimeout()).build())
        .build();
  }

  private Timeout connectTimeout() {
    return Timeout.of(settings.get(ElasticsearchSettings.CONNECT_TIMEOUT));
  }

  private @Nullable Sniffer sniffer(RestClient client) {
    Duration interval = settings.get(IndexSettings.SNIFF);
    if (interval.isZero()) {
      return null;
    }
    OpenSearchNodesSniffer.Scheme scheme =
        settings.get(TlsSettings.TLS)
            ? OpenSearchNodesSniffer.Scheme.HTTPS
            : OpenSearchNodesSniffer.Scheme.HTTP;
    return Sniffer.builder(client)
        .setNodesSniffer(
            new NodeList(
                new OpenSearchNodesSniffer(
                    client, OpenSearchNodesSniffer.DEFAULT_SNIFF_REQUEST_TIMEOUT, scheme),
                knownNodes,
                context::event))
        .setSniffIntervalMillis(Math.toIntExact(Math.max(1, interval.toMillis())))
        .build();
  }

  private List<Header> headers() {
    List<Header> headers = new ArrayList<>();
    // The server shows this header in its slow log and its list of tasks.
    headers.add(new BasicHeader("X-Opaque-Id", "plimsoll"));
    String key = settings.get(ElasticsearchSettings.API_KEY);
    if (!key.isEmpty()) {
      headers.add(new BasicHeader("Authorization", "ApiKey " + key));
    } else {
      Credentials.of(settings)
          .ifPresent(login -> headers.add(new BasicHeader("Authorization", login.basic())));
    }
    return headers;
  }

  @Override
  public void close() {
    pool.close();
  }
}
