package org.plimsoll.driver.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.S3ProxyServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests the operations of the driver on a real server, each in a bucket that is dropped. */
@ExtendWith(SharedS3.class)
class S3OperationsTest extends DriverUnderTest {
  private static int buckets;

  @Override
  protected Driver driver() {
    return new S3Driver();
  }

  @Override
  protected String address() {
    return SharedS3.server().address() + "/operations";
  }

  @Override
  protected Map<String, String> settings() {
    return SharedS3.settings();
  }

  /** An opened bucket, with settings that can be changed. */
  private record Opened(
      TestTarget target, Client client, Session session, Map<String, String> settings)
      implements AutoCloseable {
    Ending end(String operation, long key, String... values) {
      return end(TestOperation.on(type(operation), key, values));
    }

    Ending end(TestOperation operation) {
      Ending ending = new Ending();
      session.execute(operation, ending);
      assertThat(ending.outcome()).isNotNull();
      return ending;
    }

    Outcome run(String operation, long key, String... values) {
      return end(operation, key, values).outcome();
    }

    void change(String... namesAndValues) {
      settings.putAll(TestTarget.named(namesAndValues));
      client.settingsChanged(TestTarget.values(new S3Driver(), settings));
    }

    @Override
    public void close() {
      session.close();
      client.close();
      target.close();
    }
  }

  private static OperationType type(String operation) {
    return new S3Driver()
        .operations().stream()
            .filter(each -> each.name().equals(operation))
            .findFirst()
            .orElseThrow();
  }

  private static Opened open(String... settings) throws Exception {
    buckets++;
    return openAt("bucket-" + buckets + "/rows", settings);
  }

  private static Opened openAt(String path, String... settings) throws Exception {
    Map<String, String> all = new HashMap<>(SharedS3.settings("schema", "temporary"));
    all.putAll(TestTarget.named(settings));
    TestTarget target =
        new TestTarget(
            new S3Driver(), SharedS3.server().address() + "/" + path, all, List.of("field0"));
    try {
      Client client = target.open();
      client.create();
      return new Opened(target, client, client.openSession(), all);
    } catch (Exception e) {
      target.close();
      throw e;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1024, none, false",
    "65536, crc32, true",
    "1048576, crc32c, true",
    "1048577, sha1, true",
    "8388608, sha256, true"
  })
  void valuesUpTo8MebibytesAreReadAsTheyWereWritten(int bytes, String checksum, String verify)
      throws Exception {
    TestRow row = row(bytes);
    try (Opened s3 = openAt("values/" + bytes, "schema", "create", "checksum", checksum)) {
      Outcome written =
          s3.end(TestOperation.on(OperationType.INSERT, TestKey.of(1), row)).outcome();
      assertThat(written.status()).as("%s", written.failureCode()).isEqualTo(Status.SUCCEEDED);
    }
    try (Opened s3 = openAt("values/" + bytes, "schema", "none", "verify-checksum", verify)) {
      assertHolds(s3.session(), TestKey.of(1), row);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "3"})
  void aMultipartWriteSendsPartsAndTheObjectIsTheirWhole(String inFlight) throws Exception {
    TestRow row = row(2 * 5 * 1024 * 1024 + 7);
    try (Opened s3 = open("part-size", "5MiB", "parts-in-flight", inFlight)) {
      Outcome written =
          s3.end(TestOperation.on(type("multipart-write"), TestKey.of(1), row)).outcome();
      assertThat(written.status()).as("%s", written.failureCode()).isEqualTo(Status.SUCCEEDED);
      assertThat(written.attempts()).as("create, 3 parts, complete").isEqualTo(5);
      assertThat(written.payloadBytes()).isEqualTo(row.totalBytes());
      assertHolds(s3.session(), TestKey.of(1), row);
      s3.change("part-size", "16MiB", "parts-in-flight", "2");
      written = s3.end(TestOperation.on(type("multipart-write"), TestKey.of(2), row)).outcome();
      assertThat(written.attempts()).as("create, 1 part, complete").isEqualTo(3);
    }
  }

  @Test
  void anEmptyValueIsOnePart() throws Exception {
    try (Opened s3 = open()) {
      assertThat(s3.run("multipart-write", 1, "").attempts()).isEqualTo(3);
      assertThat(s3.run("read", 1).payloadBytes()).isZero();
    }
  }

  @Test
  void aPartBelowTheMinimumFailsAndLeavesNoObject() throws Exception {
    try (Opened s3 = open("part-size", "1k")) {
      TestOperation write = TestOperation.on(type("multipart-write"), TestKey.of(1), row(2000));
      assertThat(s3.end(write).outcome().failureCode()).isEqualTo("part-too-small");
      assertThat(s3.run("read", 1).status()).isEqualTo(Status.NOT_FOUND);
    }
  }

  @Test
  void aRangeReadReturnsAPartOfTheObjectWhichMayChange() throws Exception {
    try (Opened s3 = open("range-bytes", "10")) {
      assertThat(s3.run("insert", 1, "0123456789abcdef").status()).isEqualTo(Status.SUCCEEDED);
      assertThat(s3.run("range-read", 1)).isEqualTo(Outcome.succeeded(10));
      s3.change("range-offset", "12");
      assertThat(s3.run("range-read", 1)).isEqualTo(Outcome.succeeded(4));
      s3.change("range-offset", "16");
      assertThat(s3.run("range-read", 1).failureCode()).isEqualTo("invalid-range");
      s3.change("range-from", "end", "range-bytes", "3");
      assertThat(s3.run("range-read", 1)).isEqualTo(Outcome.succeeded(3));
      assertThat(s3.run("range-read", 2).status()).isEqualTo(Status.NOT_FOUND);
    }
  }

  @Test
  void theTimeUntilTheFirstByteIsRecorded() throws Exception {
    try (Opened s3 = open()) {
      s3.run("insert", 1, "value");
      assertThat(s3.target().counts().getOrDefault("first-byte", 0L)).isZero();
      s3.run("read", 1);
      assertThat(s3.target().counts().get("first-byte")).isPositive();
    }
  }

  @Test
  void headAndCopyFindWhatIsThere() throws Exception {
    try (Opened s3 = open()) {
      assertThat(s3.run("head", 1).status()).isEqualTo(Status.NOT_FOUND);
      assertThat(s3.run("copy", 1).status()).isEqualTo(Status.NOT_FOUND);
      s3.run("insert", 1, "value");
      assertThat(s3.run("head", 1)).isEqualTo(Outcome.succeeded(0));
      assertThat(s3.run("copy", 1)).isEqualTo(Outcome.succeeded(0));
      assertThat(s3.client().count()).as("a copy is no row").hasValue(1);
      assertThat(s3.run("delete", 1).status()).isEqualTo(Status.SUCCEEDED);
      assertThat(s3.run("head", 1).status()).isEqualTo(Status.NOT_FOUND);
    }
  }

  @Test
  void aScanListsTheNamesOfRowsFromTheKeyOn() throws Exception {
    try (Opened s3 = open()) {
      for (int key = 10; key < 20; key++) {
        s3.run("insert", key, "value");
        s3.run("copy", key);
      }
      assertThat(scan(s3, 12, 5)).isEqualTo(Outcome.succeeded(5, 0));
      assertThat(scan(s3, 17, 5)).as("17, 18 and 19").isEqualTo(Outcome.succeeded(3, 0));
      assertThat(scan(s3, 20, 5)).isEqualTo(Outcome.succeeded(0, 0));
    }
  }

  private static Outcome scan(Opened s3, long key, int length) {
    return s3.end(TestOperation.scan(TestKey.of(key), length)).outcome();
  }

  @Test
  void aConditionalInsertOfAnExistingObjectFails() throws Exception {
    try (Opened s3 = open("conditional-insert", "true")) {
      assertThat(s3.run("insert", 1, "a").status()).isEqualTo(Status.SUCCEEDED);
      assertThat(s3.run("insert", 1, "b").failureCode()).isEqualTo("exists");
      assertThat(s3.run("update", 1, "c").status()).isEqualTo(Status.SUCCEEDED);
      s3.change("conditional-insert", "false");
      assertThat(s3.run("insert", 1, "d").status()).isEqualTo(Status.SUCCEEDED);
      assertThat(s3.end("read", 1).fieldTexts()).containsExactly("0:=d");
    }
  }

  @Test
  void aBucketIsCreatedAndDroppedAsTheSchemaSays() throws Exception {
    openAt("schema-test/rows").close();
    assertThatThrownBy(() -> openAt("schema-test/rows", "schema", "none"))
        .hasMessageContaining("has no bucket 'schema-test', and schema is none");
    try (Opened s3 = openAt("schema-test/rows", "schema", "create")) {
      s3.run("insert", 1, "mine");
    }
    try (Opened other = openAt("schema-test/other", "schema", "create")) {
      other.run("insert", 1, "of somebody else");
    }
    try (Opened s3 = openAt("schema-test/rows", "schema", "none")) {
      assertThat(s3.client().count()).hasValue(1);
    }
    try (Opened s3 = openAt("schema-test/rows", "schema", "recreate")) {
      assertThat(s3.client().count()).hasValue(0);
      s3.run("insert", 1, "again");
    }
    openAt("schema-test/rows", "schema", "temporary").close();
    try (Opened other = openAt("schema-test/other", "schema", "none")) {
      assertThat(other.client().count()).as("a run drops only what it has created").hasValue(1);
    }
  }

  @Test
  void rowsAndTheirCopiesAreTruncated() throws Exception {
    try (Opened s3 = open()) {
      for (int key = 0; key < 5; key++) {
        s3.run("insert", key, "value");
        s3.run("copy", key);
      }
      assertThat(s3.client().count()).hasValue(5);
      s3.client().truncate();
      assertThat(s3.client().count()).hasValue(0);
    }
  }

  @Test
  void factsNameTheStoreTheBucketAndTheLiveSettings() throws Exception {
    try (Opened s3 = openAt("facts-test/a/b")) {
      assertThat(s3.client().facts())
          .containsEntry("endpoint", SharedS3.server().address())
          .containsEntry("region", "us-east-1")
          .containsEntry("bucket", "facts-test")
          .containsEntry("prefix", "a/b/")
          .containsEntry("addressing", "path")
          .containsEntry("checksum", "none");
      s3.change("checksum", "crc32", "storage-class", "standard-ia", "part-size", "6MiB");
      assertThat(s3.client().facts())
          .containsEntry("checksum", "crc32")
          .containsEntry("storage-class", "standard-ia")
          .containsEntry("part-size", "6291456");
    }
  }

  @Test
  void anOperationOnADroppedBucketSaysSo() throws Exception {
    Opened first = openAt("dropped-test/rows");
    try (Opened second = openAt("dropped-test/rows")) {
      first.close();
      assertThat(second.run("read", 1).failureCode()).isEqualTo("no-such-bucket");
      assertThat(second.client().count()).hasValue(0);
      // Last: the server closes the connection of a refused body.
      assertThat(second.run("insert", 1, "value").failureCode()).isEqualTo("no-such-bucket");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "tide, wrong, SignatureDoesNotMatch",
    "nobody, wrong, InvalidAccessKeyId",
  })
  void wrongCredentialsAreOneSentenceWithoutThem(String user, String password, String code) {
    assertThatThrownBy(() -> open("user", user, "password", password))
        .hasMessageContaining(SharedS3.server().address() + " refused the credentials: " + code)
        .hasMessageNotContaining(S3ProxyServer.PASSWORD)
        .hasMessageNotContaining("\n");
  }

  @Test
  void keysOfAnyCharactersNameTheirObjects() throws Exception {
    try (Opened s3 = open()) {
      for (String text : List.of("a b+c=d", "grüße/日本", "%41?x=1&y#z", "~(l'i!m*i;t:s)@,$")) {
        TestKey key = TestKey.of(1, text);
        TestRow row = row(10);
        assertThat(s3.end(TestOperation.on(OperationType.INSERT, key, row)).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
        assertHolds(s3.session(), key, row);
        assertThat(s3.end(TestOperation.on(type("copy"), key)).outcome().status())
            .as(text)
            .isEqualTo(Status.SUCCEEDED);
      }
    }
  }
}
