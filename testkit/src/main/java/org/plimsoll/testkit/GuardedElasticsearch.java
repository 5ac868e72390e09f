package org.plimsoll.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A real Elasticsearch with its own security: TLS for the REST interface, and the superuser {@code
 * elastic}.
 */
public final class GuardedElasticsearch implements AutoCloseable {
  public static final String USER = "elastic";
  public static final String PASSWORD = "tide-and-7-knots";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A plugin that the test build of the server needs in order to create the index of API keys. */
  private static final String PLUGIN =
      "drivers/elasticsearch/src/test/servers/elasticsearch/EmailAnalysis.java";

  private static final List<String> SETTINGS =
      List.of(
          "xpack.security.enabled: true",
          "xpack.security.http.ssl.enabled: true",
          "xpack.security.http.ssl.certificate: tls/cert.pem",
          "xpack.security.http.ssl.key: tls/key.pem",
          "xpack.security.transport.ssl.enabled: false");

  private final RealServer server;
  private final SelfSigned certificate;
  private final HttpClient client;

  private GuardedElasticsearch(RealServer server, SelfSigned certificate, HttpClient client) {
    this.server = server;
    this.certificate = certificate;
    this.client = client;
  }

  /**
   * Starts a server.
   *
   * @param root root folder of the project, which contains the server's pom
   * @param folder empty folder; its owner becomes the user that runs the server, who needs access
   */
  public static GuardedElasticsearch start(Path root, Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    SelfSigned certificate = SelfSigned.in(Files.createDirectory(folder.resolve("made")));
    HttpClient client = trusting(certificate.certificate());
    RealServer server =
        ElasticsearchServer.start(
            root,
            folder,
            SETTINGS,
            (home, environment) -> {
              ElasticsearchPlugin.install(home, root.resolve(PLUGIN));
              secure(home, environment, certificate);
            },
            port -> isHealthy(client, port));
    return new GuardedElasticsearch(server, certificate, client);
  }

  /** Copies files to the folder {@code config}, which is the only one that the server reads. */
  private static void secure(Path home, List<String> environment, SelfSigned certificate)
      throws IOException, InterruptedException {
    Path tls = Files.createDirectory(home.resolve("config/tls"));
    Files.copy(certificate.certificate(), tls.resolve("cert.pem"));
    Files.copy(certificate.key(), tls.resolve("key.pem"));
    Path password = Files.writeString(home.resolve("password"), PASSWORD);
    List<String> keystore = new ArrayList<>(environment);
    keystore.addAll(
        List.of(
            "bash",
            "-c",
            "bash bin/elasticsearch-keystore add --force --stdin bootstrap.password < "
                + password));
    Commands.run(home, keystore);
  }

  private static HttpClient trusting(Path certificate)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(certificate)) {
      store.setCertificateEntry(
          "it", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }

  private static boolean isHealthy(HttpClient client, int port)
      throws IOException, InterruptedException {
    HttpResponse<String> health = send(client, port, "GET", "/_cluster/health", "");
    return health.statusCode() == 200
        && (health.body().contains("\"green\"") || health.body().contains("\"yellow\""));
  }

  private static HttpResponse<String> send(
      HttpClient client, int port, String method, String path, String json)
      throws IOException, InterruptedException {
    String login = USER + ":" + PASSWORD;
    return client.send(
        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + path))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
            .method(method, BodyPublishers.ofString(json))
            .build(),
        BodyHandlers.ofString());
  }

  /**
   * Sends a request to the REST interface as {@link #USER}. Throws an exception unless the request
   * succeeds.
   */
  public String send(String method, String path, String json)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = send(client, server.port(), method, path, json);
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
    }
    return answer.body();
  }

  public String address() {
    return server.address();
  }

  /** Returns the CA certificate in PEM. */
  public Path certificate() {
    return certificate.certificate();
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
