package org.plimsoll.driver.elasticsearch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.Node;
import org.opensearch.client.RestClient;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;

/** The REST client, set up for load; it goes round the nodes, and passes over one that is down. */
final class RestClients implements AutoCloseable {
  private final SearchAddress address;
  private final SettingValues settings;
  private final DriverContext.Counter failovers;
  private volatile Connections connections;
  private @Nullable Connections suspect;
  private boolean closed;

  RestClients(SearchAddress address, DriverContext context) {
    this.address = address;
    settings = context.settings();
    failovers = context.counter("node-failures");
    connections = connect();
  }

  RestClient client() {
    return connections.client();
  }

  /** Begins a call; the caller leaves the connections. */
  Connections enter() {
    Connections entered = connections;
    while (!entered.enter()) {
      entered = connections;
    }
    return entered;
  }

  /** A call on these was given up. */
  synchronized void suspect(Connections of) {
    if (of == connections) {
      suspect = of;
    }
  }

  /** Makes new connections, if a call on those of now was given up. */
  synchronized void renewIfSuspect() {
    if (suspect == connections && !closed) {
      connections = connect();
      suspect.retire();
      suspect = null;
    }
  }

  private Connections connect() {
    int most = Math.toIntExact(settings.get(ElasticsearchDriver.CONNECTIONS));
    Timeout patience =
        Timeout.ofMilliseconds(settings.get(ElasticsearchDriver.CONNECT_TIMEOUT).toMillis());
    String scheme = settings.get(ElasticsearchDriver.TLS) ? "https" : "http";
    HttpHost[] hosts =
        address.nodes().stream()
            .map(node -> new HttpHost(scheme, node.host(), node.port()))
            .toArray(HttpHost[]::new);
    RestClient client =
        RestClient.builder(hosts)
            .setDefaultHeaders(headers().toArray(Header[]::new))
            .setFailureListener(
                new RestClient.FailureListener() {
                  @Override
                  public void onFailure(Node node) {
                    failovers.add(1);
                  }
                })
            .setRequestConfigCallback(request ->
                request
                    // Deadlines are the engine's: it closes the session, and that the call.
                    .setResponseTimeout(Timeout.DISABLED)
                    .setConnectionRequestTimeout(patience))
            .setHttpClientConfigCallback(http ->
                http.disableAutomaticRetries()
                    .setIOReactorConfig(
                        IOReactorConfig.custom()
                            .setIoThreadCount(ioThreads())
                            .setTcpNoDelay(true)
                            .build())
                    .setConnectionManager(
                        PoolingAsyncClientConnectionManagerBuilder.create()
                            .setMaxConnTotal(most)
                            .setMaxConnPerRoute(most)
                            .setDefaultConnectionConfig(
                                ConnectionConfig.custom().setConnectTimeout(patience).build())
                            .build()))
            .build();
    return new Connections(client);
  }

  private int ioThreads() {
    int asked = Math.toIntExact(settings.get(ElasticsearchDriver.IO_THREADS));
    return asked > 0 ? asked : Runtime.getRuntime().availableProcessors();
  }

  private List<Header> headers() {
    List<Header> headers = new ArrayList<>();
    String user = settings.get(ElasticsearchDriver.USER);
    String key = settings.get(ElasticsearchDriver.API_KEY);
    if (!key.isEmpty()) {
      headers.add(new BasicHeader("Authorization", "ApiKey " + key));
    } else if (!user.isEmpty()) {
      String both = user + ":" + settings.get(ElasticsearchDriver.PASSWORD);
      byte[] bytes = both.getBytes(StandardCharsets.UTF_8);
      headers.add(
          new BasicHeader(
              "Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes)));
    }
    return headers;
  }

  long patienceNanos() {
    return TimeUnit.MILLISECONDS.toNanos(
        settings.get(ElasticsearchDriver.CONNECT_TIMEOUT).toMillis());
  }

  @Override
  public synchronized void close() {
    closed = true;
    connections.release();
  }
}
