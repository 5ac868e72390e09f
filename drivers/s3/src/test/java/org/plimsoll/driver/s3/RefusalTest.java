package org.plimsoll.driver.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.custom.ObjectStore.StoredObject;

/** Tests messages for Amazon's error answers, which no server on loopback gives. */
class RefusalTest {
  private static final int MOST = 1 << 20;

  private final BlockingQueue<Headers> asked = new LinkedBlockingQueue<>();
  private HttpServer server;
  private int status = 200;
  private String body = "";
  private String region = "";

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            asked.add(exchange.getRequestHeaders());
            if (!region.isEmpty()) {
              exchange.getResponseHeaders().set("x-amz-bucket-region", region);
            }
            exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/elsewhere");
            byte[] bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    for (String name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith("aws.")) {
        System.clearProperty(name);
      }
    }
  }

  private StoredObject object(Map<String, String> login) {
    Map<String, String> options = new java.util.HashMap<>(login);
    options.put("endpoint", "http://127.0.0.1:" + server.getAddress().getPort());
    options.put("region", "eu-west-1");
    return new S3Store().open("bkt", "k", options);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "301 | eu-north-1 | <Code>PermanentRedirect</Code> | its bucket is in region eu-north-1,"
            + " but was requested in eu-west-1",
        "400 | '' | <Code>AuthorizationHeaderMalformed</Code><Region>eu-south-2</Region> | its"
            + " bucket is in region eu-south-2, but was requested in eu-west-1",
        "307 | <b>x</b> | '' | its bucket is in another region, or at another endpoint; it was"
            + " requested in eu-west-1",
        "403 | '' | <Code>AccessDenied</Code><Message>me s3cret</Message> | access is denied",
        "403 | '' | '' | access is denied",
        "404 | '' | <Code>NoSuchKey</Code> | there is no object 'k' in bucket 'bkt'",
        "400 | '' | <Code>ExpiredToken</Code> | the session token is invalid or expired",
        "403 | '' | <Code>RequestTimeTooSkewed</Code> | the store's clock and this machine's are"
            + " too far apart",
        "503 | '' | <Code>SlowDown</Code> | it answered 503 (SlowDown)",
        "500 | '' | <Code>a b</Code> | it answered 500",
        "304 | '' | '' | it answered 304",
      })
  void anErrorOfTheStoreIsReported(
      int answered, String inRegion, String withBody, String sentence) {
    status = answered;
    region = inRegion;
    body = withBody;
    try (StoredObject object = object(Map.of("user", "u", "password", "p"))) {
      assertThatThrownBy(() -> object.read(MOST)).hasMessage(sentence);
    }
    assertThat(asked).as("redirects are not followed, nothing is asked twice").hasSize(1);
  }

  @Test
  void aSessionTokenIsSentAndSigned() throws Exception {
    Map<String, String> login = Map.of("user", "u", "password", "p", "session-token", "ebb");
    try (StoredObject object = object(login)) {
      assertThat(object.read(MOST)).isPresent();
    }
    Headers headers = asked.take();
    assertThat(headers.getFirst("X-Amz-Security-Token")).isEqualTo("ebb");
    assertThat(headers.getFirst("Authorization"))
        .startsWith("AWS4-HMAC-SHA256 Credential=u/")
        .contains("/eu-west-1/s3/aws4_request", "x-amz-security-token");
  }

  @Test
  void theDefaultChainIsUsedWithoutAUser() throws Exception {
    System.setProperty("aws.accessKeyId", "chained");
    System.setProperty("aws.secretAccessKey", "p");
    try (StoredObject object = object(Map.of())) {
      assertThat(object.read(MOST)).isPresent();
    }
    assertThat(asked.take().getFirst("Authorization")).contains("Credential=chained/");
  }

  @Test
  void missingCredentialsAreReported() {
    System.setProperty("aws.disableEc2Metadata", "true");
    System.setProperty("aws.sharedCredentialsFile", "/none");
    System.setProperty("aws.configFile", "/none");
    try (StoredObject object = object(Map.of())) {
      assertThatThrownBy(() -> object.read(MOST))
          .hasMessage(
              "there are no credentials: neither user and password, nor those of the environment,"
                  + " a profile, the container or the instance");
    }
  }

  @Test
  void aMissingRegionIsReported() {
    System.setProperty("aws.disableEc2Metadata", "true");
    System.setProperty("aws.configFile", "/none");
    assertThatThrownBy(() -> new S3Store().open("bkt", "k", Map.of()))
        .hasMessage("must have region=NAME, since neither the environment nor a profile has one");
  }
}
