package org.plimsoll.driver.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.RealServer;

/**
 * The contract over TLS with a login, both of nginx's before OpenSearch: its own security is a
 * plug-in that this distribution lacks.
 */
@ExtendWith(SharedOpenSearch.class)
class GuardedServerTest extends DriverContract {
  private static final String CONFIGURATION =
      """
      daemon off;
      master_process off;
      pid nginx.pid;
      events {}
      http {
        access_log off;
        client_body_temp_path body;
        proxy_temp_path proxy;
        fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi;
        scgi_temp_path scgi;
        client_max_body_size 64m;
        map $http_authorization $allowed { default 0; "ApiKey c2VjcmV0" 1; "LOGIN" 1; }
        server {
          listen 127.0.0.1:PORT ssl http2;
          ssl_certificate cert.pem;
          ssl_certificate_key key.pem;
          location / {
            if ($allowed = 0) { return 401; }
            proxy_pass http://SERVER;
          }
        }
      }
      """;

  /** Of bench:tide-7. */
  private static final String LOGIN = "Basic YmVuY2g6dGlkZS03";

  @TempDir static Path folder;
  static RealServer nginx;
  static Path certificate;

  @BeforeAll
  static void startProxy() throws Exception {
    certificate = folder.resolve("cert.pem");
    Path log = folder.resolve("openssl.log");
    int exit =
        new ProcessBuilder(
                List.of(
                    RealServer.binary("openssl"),
                    "req",
                    "-x509",
                    "-newkey",
                    "ec",
                    "-pkeyopt",
                    "ec_paramgen_curve:prime256v1",
                    "-nodes",
                    "-keyout",
                    folder.resolve("key.pem").toString(),
                    "-out",
                    certificate.toString(),
                    "-days",
                    "2",
                    "-subj",
                    "/CN=plimsoll",
                    "-addext",
                    "subjectAltName=IP:127.0.0.1"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    assertThat(exit).as(() -> read(log)).isZero();
    int port = RealServer.freePort();
    Path configuration =
        Files.writeString(
            folder.resolve("nginx.conf"),
            CONFIGURATION
                .replace("LOGIN", LOGIN)
                .replace("PORT", String.valueOf(port))
                .replace("SERVER", SharedOpenSearch.address()));
    nginx =
        RealServer.start(
            List.of(
                RealServer.binary("nginx"),
                "-p",
                folder.toString(),
                "-c",
                configuration.toString(),
                "-e",
                folder.resolve("error.log").toString()),
            port,
            folder,
            () -> !RealServer.isFree(port),
            Duration.ofSeconds(20));
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @AfterAll
  static void stopProxy() {
    nginx.close();
  }

  @Override
  protected Driver driver() {
    return new ElasticsearchDriver();
  }

  @Override
  protected String address() {
    return nginx.address() + "/guarded";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "tls",
        "true",
        "tls-ca",
        certificate.toString(),
        "user",
        "bench",
        "password",
        "tide-7",
        "compression",
        "true",
        "refresh",
        "true");
  }

  @Test
  void anApiKeyStandsInPlaceOfUserAndPassword() throws Exception {
    opened(
        address(),
        Map.of("tls", "true", "tls-verify", "false", "api-key", "c2VjcmV0"),
        client -> assertThat(client.count().isPresent()).isTrue());
  }

  @Test
  void wrongCredentialsAreOneSentenceWithoutThem() {
    assertThatThrownBy(() ->
            opened(
                address(),
                Map.of("tls", "true", "tls-verify", "false", "user", "bench", "password", "wrng"),
                _ -> {}))
        .hasMessage(nginx.address() + " refused the credentials, it answered 401");
  }

  @Test
  void aCertificateThatNobodyTrustsIsOneSentence() {
    assertThatThrownBy(() -> opened(address(), Map.of("tls", "true"), _ -> {}))
        .hasMessageContaining(nginx.address() + " could not agree on TLS")
        .hasMessageNotContaining("\n");
  }

  @Test
  void authoritiesThatCannotBeReadAreOneSentence() {
    Map<String, String> settings = Map.of("tls", "true", "tls-ca", folder + "/nobody.pem");
    assertThatThrownBy(() -> opened(address(), settings, _ -> {}))
        .hasMessageContaining("tls-ca: must be a file that can be read, was " + folder);
  }
}
