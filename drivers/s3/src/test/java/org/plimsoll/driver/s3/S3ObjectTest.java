package org.plimsoll.driver.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.custom.ObjectStore.StoredObject;
import org.plimsoll.testkit.RealServer;

/** Tests objects of a real server that verifies signatures. */
class S3ObjectTest {
  private static final int MOST = 1 << 20;

  @TempDir static Path folder;
  private static S3Proxy store;

  @BeforeAll
  static void startStore() throws Exception {
    store = S3Proxy.start(folder);
  }

  @AfterAll
  static void stopStore() {
    store.close();
  }

  private static StoredObject object(String key, String password) {
    return new S3Store().open(S3Proxy.BUCKET, key, store.options(password));
  }

  private static Optional<String> text(StoredObject object) throws Exception {
    return object.read(MOST).map(bytes -> new String(bytes, UTF_8));
  }

  @Test
  void anUnchangedObjectIsNotSentAgain() throws Exception {
    store.put("limits", "rate=200");
    try (StoredObject object = object("limits", S3Proxy.PASSWORD)) {
      assertThat(text(object)).contains("rate=200");
      assertThat(text(object)).isEmpty();
      store.put("limits", "rate=300");
      assertThat(text(object)).contains("rate=300");
      assertThat(text(object)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b+c=d.properties",
        "grüße/日本/limits",
        "a//b",
        "%41?x=1&y#z",
        "~/(l'i!m*i;t:s)@,$"
      })
  void aKeyIsSentUnchanged(String key) throws Exception {
    store.put(key, "rate=7");
    try (StoredObject object = object(key, S3Proxy.PASSWORD)) {
      assertThat(text(object)).contains("rate=7");
    }
  }

  @Test
  void theMediaTypeIsReported() throws Exception {
    store.put("typed", "rate: 7", "application/yaml");
    try (StoredObject object = object("typed", S3Proxy.PASSWORD)) {
      assertThat(text(object)).contains("rate: 7");
      assertThat(object.mediaType()).isEqualTo("application/yaml");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ops-limits | limits | tide | wrong | the password is not the secret key of this access"
            + " key",
        "ops-limits | limits | nobody | wrong | the store does not know this access key (user)",
        "ops-limits | none | tide | salt/Water+7= | there is no object 'none' in bucket"
            + " 'ops-limits'",
        "no-such-bucket | limits | tide | salt/Water+7= | there is no bucket 'no-such-bucket'",
      })
  void theStoresRefusalIsReported(
      String bucket, String key, String user, String password, String sentence) throws Exception {
    store.put("limits", "rate=200");
    Map<String, String> options =
        Map.of("endpoint", store.endpoint(), "user", user, "password", password);
    try (StoredObject object = new S3Store().open(bucket, key, options)) {
      assertThatThrownBy(() -> object.read(MOST)).hasMessage(sentence);
    }
  }

  @Test
  void aTooLargeObjectIsRefused() throws Exception {
    store.put("large", "#".repeat(1001));
    try (StoredObject object = object("large", S3Proxy.PASSWORD)) {
      assertThat(object.read(1001)).isPresent();
    }
    try (StoredObject object = object("large", S3Proxy.PASSWORD)) {
      assertThatThrownBy(() -> object.read(1000))
          .hasMessageStartingWith("it cannot be read from 127.0.0.1:")
          .hasMessageContaining("1000");
    }
  }

  @Test
  void anUnreachableStoreIsReported() {
    String address = "127.0.0.1:" + RealServer.freePort();
    Map<String, String> options =
        Map.of("endpoint", "http://" + address, "user", "tide", "password", "x");
    try (StoredObject object = new S3Store().open("bucket", "key", options)) {
      assertThatThrownBy(() -> object.read(MOST))
          .hasMessage("it cannot be read from " + address + " (no connection)");
    }
  }
}
