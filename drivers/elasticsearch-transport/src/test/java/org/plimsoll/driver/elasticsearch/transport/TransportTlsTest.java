package org.plimsoll.driver.elasticsearch.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.plimsoll.driver.elasticsearch.transport.TransportIndex.at;
import static org.plimsoll.driver.elasticsearch.transport.TransportIndex.run;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.testkit.SelfSigned;

/** Tests TLS below the transport protocol. */
@ExtendWith(SharedElasticsearch.class)
class TransportTlsTest {
  @TempDir static Path folder;
  static SelfSigned certificate;
  static TlsFront front;

  @BeforeAll
  static void start() throws Exception {
    certificate = SelfSigned.in(folder);
    front = TlsFront.of(certificate, SharedElasticsearch.server().port());
  }

  @AfterAll
  static void stop() throws Exception {
    front.close();
  }

  private static Map<String, String> known() {
    return Map.of(
        "tls", "true",
        "tls-ca", certificate.certificate().toString(),
        "tls-cert", certificate.certificate().toString(),
        "tls-key", certificate.key().toString());
  }

  @Test
  void operationsAreEncryptedBetweenVerifiedCertificates() throws Exception {
    at(
        front.address() + "/encrypted",
        known(),
        (client, session, _) -> {
          assertThat(client.facts()).containsEntry("connected", front.address());
          assertThat(run(session, "insert", 1, "a", "b").status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "read", 1).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "bulk-write", 2, "a", "b").status()).isEqualTo(Status.SUCCEEDED);
        });
  }

  @Test
  void anUnknownCertificateIsAcceptedOnlyWithoutVerification() throws Exception {
    Map<String, String> unknown = new HashMap<>(known());
    unknown.remove("tls-ca");
    assertThatThrownBy(() -> at(front.address() + "/unknown", unknown, (_, _, _) -> {}))
        .hasMessageStartingWith(front.address() + " failed the TLS handshake: ");
    unknown.put("tls-verify", "false");
    at(
        front.address() + "/unverified",
        unknown,
        (_, session, _) ->
            assertThat(run(session, "insert", 1, "a", "b").status()).isEqualTo(Status.SUCCEEDED));
  }

  @Test
  void aServerWithTlsIsReportedToAClientWithoutIt() {
    Map<String, String> plain = Map.of("connect-timeout", "2s");
    assertThatThrownBy(() -> at(front.address() + "/plain", plain, (_, _, _) -> {}))
        .hasMessageContaining("TLS");
  }
}
