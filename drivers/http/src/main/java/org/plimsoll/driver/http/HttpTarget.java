package org.plimsoll.driver.http;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.TrustManagerFactory;
import org.plimsoll.api.Client;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.Credentials;

/** The client of an opened HTTP service: Vert.x with its I/O threads, and the request templates. */
final class HttpTarget implements Client {
  private static final Duration SHUTDOWN = Duration.ofSeconds(2);

  /**
   * Connection pool for requests that follow redirects. It is practically unlimited, because the
   * sessions limit the number of requests.
   */
  private static final PoolOptions POOL =
      new PoolOptions().setHttp1MaxSize(100_000).setHttp2MaxSize(1000);

  private final HttpAddress address;
  private final Servers servers;
  private final boolean tls;
  private final DriverContext context;
  private final Duration patience;
  private final Requests requests;
  private final Vertx vertx;
  private final HttpClientAgent client;
  private final Destinations destinations;
  private final Observations observations;
  private final Set<HttpSession> sessions = ConcurrentHashMap.newKeySet();
  private final Map<String, String> facts = new LinkedHashMap<>();

  private HttpTarget(DriverContext context, boolean tls) throws GeneralSecurityException {
    address = HttpAddress.parse(context.address());
    servers = new Servers(address);
    this.tls = tls;
    this.context = context;
    patience = context.settings().get(HttpSettings.CONNECT_TIMEOUT);
    boolean http2 = context.settings().get(HttpSettings.VERSION) == Version.HTTP2;
    if (http2 && !context.settings().get(HttpSettings.KEEP_ALIVE)) {
      throw new IllegalArgumentException("keep-alive: must be true with HTTP/2, was 'false'");
    }
    // This may throw an exception, but nothing is open yet.
    HttpClientOptions options = options(context.settings());
    requests = new Requests(address, context);
    observations = new Observations(context);
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(ConnectionSettings.ioThreads(context.settings()))
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(2)
                .setPreferNativeTransport(true)
                .setBlockedThreadCheckInterval(TimeUnit.HOURS.toMillis(1))
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false)));
    destinations = new Destinations(context);
    client =
        vertx
            .httpClientBuilder()
            .with(options)
            .with(POOL)
            .withRedirectHandler(new RedirectHops(vertx, destinations, requests::secretHeaders))
            .build();
  }

  private HttpClientOptions options(SettingValues settings) throws GeneralSecurityException {
    boolean http2 = settings.get(HttpSettings.VERSION) == Version.HTTP2;
    boolean verify = settings.get(TlsSettings.VERIFY);
    HttpClientOptions options =
        new HttpClientOptions()
            .setDefaultHost(address.host())
            .setDefaultPort(address.portOr(tls))
            .setProtocolVersion(http2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
            // Uses HTTP/2 with prior knowledge, without an upgrade.
            .setHttp2ClearTextUpgrade(false)
            .setHttp2MultiplexingLimit(Math.toIntExact(settings.get(HttpSettings.STREAMS)))
            .setKeepAlive(settings.get(HttpSettings.KEEP_ALIVE))
            .setKeepAliveTimeout(0)
            .setHttp2KeepAliveTimeout(0)
            .setDecompressionSupported(settings.get(HttpSettings.COMPRESSION))
            .setConnectTimeout(Math.toIntExact(Math.min(patience.toMillis(), Integer.MAX_VALUE)))
            .setMaxHeaderSize(64 << 10)
            .setSsl(tls)
            .setUseAlpn(tls && http2)
            .setVerifyHost(tls && verify)
            .setTrustAll(!verify);
    TrustManagerFactory trust = TlsSettings.trust(settings);
    if (tls && verify && trust != null) {
      options.setTrustOptions(TrustOptions.wrap(trust.getTrustManagers()[0]));
    }
    return options;
  }

  static HttpTarget open(DriverContext context, boolean tls) throws Exception {
    HttpTarget target = new HttpTarget(context, tls);
    try {
      target.probe();
      return target;
    } catch (Exception e) {
      target.close();
      throw e;
    }
  }

  /** Sends a first request. Any answer is accepted, except one that requires credentials. */
  private void probe() throws Exception {
    HttpClientResponse response;
    try {
      response =
          destinations
              .of(address.host(), address.portOr(tls), vertx.getOrCreateContext())
              .compose(server -> client.request(requests.probe().setServer(server)))
              .compose(request -> request.send().compose(r -> r.end().map(r)))
              .toCompletionStage()
              .toCompletableFuture()
              .get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw Failures.unusable(address, patience, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw Failures.unusable(address, patience, e);
    }
    boolean hasLogin = Credentials.of(context.settings()).isPresent();
    if (response.statusCode() == 401 && hasLogin) {
      throw new IOException(address + " refused the credentials: status 401");
    }
    String server = response.getHeader("server");
    facts.put("server", server == null ? "unnamed" : server);
    String version = response.version().name().replaceFirst("_", "/").replace("_", ".");
    facts.put("version", version);
    facts.put("tls", String.valueOf(tls));
    facts.put("keep-alive", String.valueOf(context.settings().get(HttpSettings.KEEP_ALIVE)));
  }

  @Override
  public Session openSession() throws Exception {
    HttpSession session =
        new HttpSession(
            this::connection,
            requests,
            observations,
            depth(),
            context.settings().get(HttpSettings.KEEP_ALIVE),
            context.settings().get(HttpSettings.REDIRECTS) == Redirects.FOLLOW ? client : null,
            sessions::remove);
    session.open(address, patience);
    sessions.add(session);
    return session;
  }

  private Connection connection() {
    return new Connection(client, vertx.getOrCreateContext(), destinations, servers, tls);
  }

  private int depth() {
    boolean http2 = context.settings().get(HttpSettings.VERSION) == Version.HTTP2;
    return http2 ? Math.toIntExact(context.settings().get(HttpSettings.STREAMS)) : 1;
  }

  @Override
  public Map<String, String> facts() {
    return facts;
  }

  @Override
  public void settingsChanged(SettingValues settings) {
    requests.change(settings);
  }

  @Override
  public void nodesChanged(List<DiscoveredNode> nodes, int nearest) {
    servers.change(nodes.subList(0, nearest));
    sessions.forEach(HttpSession::serversChanged);
  }

  @Override
  public void close() {
    List.copyOf(sessions).forEach(HttpSession::close);
    try {
      var _ =
          vertx
              .close()
              .toCompletionStage()
              .toCompletableFuture()
              .get(SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // An unresponsive server must not delay the end of the run.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
