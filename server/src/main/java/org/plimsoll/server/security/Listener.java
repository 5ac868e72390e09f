package org.plimsoll.server.security;

import io.javalin.config.JavalinConfig;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The listening address, with or without TLS, and the limits on the time and size of requests. The
 * limits also apply to a body without a length.
 *
 * @param tls certificate and key; null for plain HTTP
 */
public record Listener(String host, int port, @Nullable Tls tls) {
  /** The maximum size of a body. */
  public static final long BODY_BYTES_MAX = 1 << 20;

  static final int HEADER_BYTES_MAX = 8 * 1024;
  private static final long IDLE_MILLIS = 30_000;

  /** The maximum number of connections from all networks. */
  public static final int CONNECTIONS_MAX = 2_000;

  /** The maximum number of connections from one network: enough for 200 users behind a proxy. */
  public static final int NETWORK_CONNECTIONS_MAX = 500;

  /**
   * Maximum number of threads that accept connections and read the headers of requests. These
   * threads never wait.
   */
  private static final int THREADS_MAX = 16;

  private static final int THREADS_MIN = 8;

  /** Configures the server with this listener. */
  public void addTo(JavalinConfig config) {
    config.http.maxRequestSize = BODY_BYTES_MAX;
    QueuedThreadPool readers = new QueuedThreadPool(THREADS_MAX, THREADS_MIN);
    readers.setName("http");
    readers.setDaemon(true);
    config.jetty.threadPool = readers;
    OpenConnections connections = new OpenConnections(NETWORK_CONNECTIONS_MAX, CONNECTIONS_MAX);
    config.jetty.modifyServer(server -> {
      SizeLimitHandler sized = new SizeLimitHandler(BODY_BYTES_MAX, -1);
      sized.setHandler(new SlowBodies());
      RequestThreads threads = new RequestThreads();
      threads.setHandler(sized);
      connections.setHandler(threads);
      server.setHandler(connections);
      server.setErrorHandler(new ProblemPages());
    });
    config.jetty.addConnector((server, plain) -> {
      HttpConfiguration http = new HttpConfiguration(plain);
      http.setSendServerVersion(false);
      http.setSendXPoweredBy(false);
      http.setRequestHeaderSize(HEADER_BYTES_MAX);
      http.addCustomizer((request, fields) -> {
        Headers.put(fields);
        return request;
      });
      List<ConnectionFactory> protocols = new ArrayList<>();
      if (tls != null) {
        http.addCustomizer(new SecureRequestCustomizer(false));
        protocols.add(new SslConnectionFactory(tls.context(), "http/1.1"));
      }
      protocols.add(new HttpConnectionFactory(http));
      ServerConnector connector =
          new ServerConnector(server, protocols.toArray(new ConnectionFactory[0]));
      connector.setHost(host);
      connector.setPort(port);
      connector.setIdleTimeout(IDLE_MILLIS);
      connector.addEventListener(connections);
      return connector;
    });
  }
}
