package org.plimsoll.driver.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.driver.s3.StubStore.Answer;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** Tests what the driver makes of answers that only Amazon gives, and what it sends. */
class S3AnswersTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private StubStore store;
  private TestTarget target;
  private Client client;
  private Session session;

  @BeforeEach
  void open() throws Exception {
    store = new StubStore();
    target = new TestTarget(driver(), address(), settings(), fieldNames());
    client = target.open();
    session = client.openSession();
  }

  @AfterEach
  void close() {
    session.close();
    client.close();
    target.close();
    store.close();
  }

  @Override
  protected Driver driver() {
    return new S3Driver();
  }

  @Override
  protected String address() {
    return store.address();
  }

  @Override
  protected Map<String, String> settings() {
    return StubStore.login();
  }

  private void change(String... namesAndValues) {
    Map<String, String> all = new HashMap<>(settings());
    all.putAll(TestTarget.named(namesAndValues));
    client.settingsChanged(TestTarget.values(driver(), all));
  }

  private Ending run(OperationType type) {
    return execute(session, TestOperation.any(type, TestKey.of(1), row(10)));
  }

  private String header(String name) throws InterruptedException {
    return String.valueOf(store.asked.take().headers().getFirst(name));
  }

  @ParameterizedTest
  @CsvSource({
    "503, SlowDown, throttled",
    "429, TooManyRequests, throttled",
    "503, RequestLimitExceeded, throttled",
    "503, ServiceUnavailable, unavailable",
    "500, InternalError, internal-error",
    "502, , internal-error",
    "404, NoSuchBucket, no-such-bucket",
    "403, AccessDenied, auth",
    "403, , auth",
    "400, ExpiredToken, auth",
    "404, XAdminUserNotFound, auth",
    "403, RequestTimeTooSkewed, auth",
    "301, PermanentRedirect, wrong-region",
    "400, AuthorizationHeaderMalformed, wrong-region",
    "400, EntityTooLarge, too-large",
    "400, KeyTooLongError, key-too-long",
    "400, BadDigest, bad-checksum",
    "412, PreconditionFailed, exists",
    "409, ConditionalRequestConflict, conflict",
    "507, XMinioStorageFull, storage-full",
    "501, NotImplemented, unsupported",
    "400, RequestTimeout, timeout",
    "400, MalformedXML, error",
  })
  void anErrorOfTheStoreHasAStableCode(int status, String error, String code) {
    store.answers(_ -> Answer.error(status, error == null ? "" : error));
    Ending write = run(OperationType.INSERT);
    assertThat(write.outcome().failureCode()).isEqualTo(code);
    assertThat(write.outcome().attempts()).isEqualTo(1);
    assertThat(store.asked).as("nothing is sent twice").hasSize(1);
    if (error != null) {
      assertThat(write.message()).contains("as stubbed");
    }
  }

  @ParameterizedTest
  @CsvSource({"403, InvalidObjectState, archived", "416, InvalidRange, invalid-range"})
  void anErrorOfAReadHasAStableCode(int status, String error, String code) {
    store.answers(_ -> Answer.error(status, error));
    assertThat(run(OperationType.READ).outcome().failureCode()).isEqualTo(code);
  }

  @Test
  void aMissingObjectIsNotFound() {
    store.answers(_ -> Answer.error(404, "NoSuchKey"));
    assertThat(run(OperationType.READ).outcome().status()).isEqualTo(Status.NOT_FOUND);
    assertThat(run(OperationType.DELETE).outcome().status()).isEqualTo(Status.NOT_FOUND);
    store.answers(_ -> Answer.error(404, ""));
    assertThat(run(ObjectRequests.HEAD).outcome().status()).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void throttledRequestsAreCounted() {
    store.answers(_ -> Answer.error(503, "SlowDown"));
    run(OperationType.READ).outcome();
    run(OperationType.INSERT).outcome();
    assertThat(target.counts()).containsEntry("throttles", 2L);
  }

  @Test
  void aScanFollowsThePagesOfTheListing() throws Exception {
    List<String> names = IntStream.range(0, 1000).mapToObj(i -> "rows/" + i).toList();
    store.answers(line ->
        line.contains("continuation-token")
            ? Answer.page(names.subList(0, 234), "")
            : Answer.page(names, "more"));
    Outcome scanned = execute(session, TestOperation.scan(TestKey.of(1), 1500)).outcome();
    assertThat(scanned).isEqualTo(Outcome.succeeded(1234, 0).withAttempts(2));
    assertThat(store.asked.take().line()).contains("start-after=rows%2Fuser0", "max-keys=1000");
    assertThat(store.asked.take().line())
        .contains("continuation-token=more", "max-keys=500")
        .doesNotContain("start-after");
  }

  @Test
  void aFailedPartAbortsTheUpload() {
    store.answers(line ->
        line.startsWith("POST") && line.contains("uploads")
            ? new Answer(
                200,
                "<InitiateMultipartUploadResult><UploadId>up7</UploadId>"
                    + "</InitiateMultipartUploadResult>")
            : line.startsWith("DELETE") ? new Answer(204, "") : Answer.error(500, "InternalError"));
    assertThat(run(ObjectRequests.MULTIPART_WRITE).outcome().failureCode())
        .isEqualTo("internal-error");
    await()
        .atMost(PATIENCE)
        .until(() ->
            store.asked.stream()
                .anyMatch(
                    its -> its.line().startsWith("DELETE") && its.line().contains("uploadId=up7")));
  }

  @Test
  void storageClassAndChecksumAreSentAsTheyAreSet() throws Exception {
    store.answers(_ -> new Answer(200, ""));
    run(OperationType.INSERT).outcome();
    assertThat(header("x-amz-trailer")).isEqualTo("x-amz-checksum-crc32");
    change("checksum", "none", "storage-class", "glacier-ir");
    store.answers(_ -> new Answer(200, ""));
    run(OperationType.INSERT).outcome();
    var plain = store.asked.take().headers();
    assertThat(plain.getFirst("x-amz-storage-class")).isEqualTo("GLACIER_IR");
    assertThat(plain.keySet())
        .noneMatch(name -> name.toLowerCase(java.util.Locale.ROOT).contains("checksum"));
    change("verify-checksum", "true");
    store.answers(_ -> new Answer(200, "value"));
    run(OperationType.READ).outcome();
    assertThat(header("x-amz-checksum-mode")).isEqualTo("ENABLED");
  }

  @Test
  void aWriteWaitsForTheStoreUnlessTheUserDoesNotWant() throws Exception {
    store.answers(_ -> new Answer(200, ""));
    run(OperationType.INSERT).outcome();
    assertThat(header("Expect")).isEqualTo("100-continue");
    change("expect-continue", "false");
    run(OperationType.INSERT).outcome();
    assertThat(header("Expect")).isEqualTo("null");
  }

  @Test
  void aBucketElsewhereIsReportedBeforeAnyLoad() {
    store.answers(_ -> Answer.error(301, "PermanentRedirect"));
    assertThatThrownBy(() -> opened(_ -> {}))
        .hasMessage(
            store.address().replaceFirst("/.*", "")
                + " answered with an error: PermanentRedirect: as stubbed");
  }
}
