package org.plimsoll.driver.s3;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.S3ProxyServer;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/**
 * S3Proxy in a separate process on loopback, which keeps objects in memory and verifies signatures.
 */
final class S3Proxy implements AutoCloseable {
  static final String USER = S3ProxyServer.USER;
  static final String PASSWORD = S3ProxyServer.PASSWORD;
  static final String BUCKET = "ops-limits";

  private final RealServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  private S3Proxy(RealServer server) {
    this.server = server;
  }

  /** Starts a server with one bucket. */
  static S3Proxy start(Path folder) throws IOException, InterruptedException {
    S3Proxy proxy = new S3Proxy(S3ProxyServer.start(Path.of("../.."), folder));
    proxy.put("", "", "text/plain");
    return proxy;
  }

  String endpoint() {
    return "http://" + server.address();
  }

  RealServer server() {
    return server;
  }

  /** Options to reach the store with a password. */
  Map<String, String> options(String password) {
    return Map.of("endpoint", endpoint(), "user", USER, "password", password);
  }

  void put(String key, String text) throws IOException, InterruptedException {
    put(key, text, "text/plain");
  }

  /** Writes an object; without a key, creates the bucket. */
  void put(String key, String text, String mediaType) throws IOException, InterruptedException {
    URI url =
        URI.create(
            endpoint()
                + "/"
                + BUCKET
                + (key.isEmpty() ? "" : "/")
                + SdkHttpUtils.urlEncodeIgnoreSlashes(key));
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    SdkHttpRequest asked =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.PUT)
            .uri(url)
            .putHeader("Content-Type", mediaType)
            .build();
    SignedRequest signed =
        AwsV4HttpSigner.create()
            .sign(request ->
                request
                    .identity(AwsCredentialsIdentity.create(USER, PASSWORD))
                    .request(asked)
                    .payload(() -> new java.io.ByteArrayInputStream(body))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                    .putProperty(AwsV4HttpSigner.REGION_NAME, "us-east-1")
                    .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                    .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url).method("PUT", BodyPublishers.ofByteArray(body));
    signed
        .request()
        .forEachHeader((name, values) -> {
          if (!List.of("host", "content-length")
              .contains(name.toLowerCase(java.util.Locale.ROOT))) {
            values.forEach(value -> request.header(name, value));
          }
        });
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException("put " + key + ": " + answer.statusCode() + " " + answer.body());
    }
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
