package org.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;

/**
 * What every driver promises, tested against its real store. A driver's test extends it, or {@link
 * ServerDriverContract} where the store is a server. Operations that the driver does not take have
 * no test: nothing is skipped.
 */
public abstract class DriverContract {
  private static final AtomicLong NEXT_KEY = new AtomicLong(1);
  private static final int MANY = 16;
  private static final Pattern NAMES_HOSTS =
      Pattern.compile(
          "\\b(?:url|host(?:name)?|endpoint|address(?:es)?|proxy|proxies|broker|bootstrap|contact"
              + "-?point|properties)s?\\b",
          Pattern.CASE_INSENSITIVE);

  private final Random random = new Random(42);

  /** A new instance of the driver. */
  protected abstract Driver driver();

  /** The target's address, without a scheme. */
  protected abstract String address();

  /** Settings that the target needs. */
  protected Map<String, String> settings() {
    return Map.of();
  }

  protected List<String> fieldNames() {
    return List.of("field0");
  }

  /** The largest value that the store takes, or a size that is huge for it. */
  protected int hugeValueBytes() {
    return 10 * 1000 * 1000;
  }

  /** Works with a client that is opened on {@link #address} as the engine opens it. */
  public interface Work {
    void with(Client client) throws Exception;
  }

  protected final void opened(Work work) throws Exception {
    opened(address(), settings(), work);
  }

  protected final void opened(String address, Map<String, String> settings, Work work)
      throws Exception {
    opened(address, settings, fieldNames(), work);
  }

  private void opened(
      String address, Map<String, String> settings, List<String> fieldNames, Work work)
      throws Exception {
    Driver driver = driver();
    try (TestTarget context = new TestTarget(driver, address, settings, fieldNames);
        Client client = context.open()) {
      client.create();
      work.with(client);
    }
  }

  @Test
  void everyDefaultOfASettingParsesAndEveryNameIsUsedOnce() {
    List<Setting<?>> settings = driver().settings();
    assertThat(settings).extracting(Setting::name).doesNotHaveDuplicates();
    for (Setting<?> setting : settings) {
      assertThat(setting.name()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
      assertThat(setting.description()).as(setting.name()).isNotBlank();
      String text = setting.defaultText();
      if (text != null) {
        assertThat(setting.parse(text)).as(setting.name()).isNotNull();
      }
    }
  }

  /** So that a server for others can keep its users to the hosts that they may reach. */
  @Test
  void aSettingWhoseValuesMayNameHostsSaysSo() {
    for (Setting<?> setting : driver().settings()) {
      String words = setting.name() + " " + setting.description() + " " + setting.allowed();
      if (setting.kind() == Setting.Kind.TEXT && NAMES_HOSTS.matcher(words).find()) {
        assertThat(setting.reach())
            .as(setting.name() + " names hosts: declare what it reaches, or reword it")
            .isNotEqualTo(Setting.Reach.NOTHING);
      }
    }
  }

  @Test
  void aSettingThatTheDriverDoesNotHaveIsRefused() {
    assertThatThrownBy(() -> TestTarget.values(driver(), Map.of("no-such-setting", "1")))
        .hasMessageContaining("no-such-setting");
  }

  @Test
  void aClientTellsFactsOfItsTarget() throws Exception {
    opened(client -> assertThat(client.facts()).isNotEmpty());
  }

  @Test
  void eachExecuteCompletesExactlyOnce() throws Exception {
    opened(client -> {
      List<Ending> endings = new ArrayList<>();
      try (Session session = client.openSession()) {
        for (int i = 0; i < MANY; i++) {
          Ending ending = execute(session, write(key(), smallRow()));
          assertThat(ending.outcome().status()).isEqualTo(Status.SUCCEEDED);
          endings.add(ending);
        }
      }
      assertThat(endings).allMatch(ending -> ending.times() == 1);
    });
  }

  /** One test for each kind of round trip that the driver's operations allow. */
  @TestFactory
  Stream<DynamicTest> roundTripsAreByteForByte() {
    List<DynamicTest> tests = new ArrayList<>();
    if (remembers()) {
      tests.add(test("written rows are read", () -> roundTrip(key(), smallRow())));
      tests.add(test("empty values are read", () -> roundTrip(key(), row(0))));
      tests.add(test("huge values are read", () -> roundTrip(key(), row(hugeValueBytes()))));
      tests.add(
          test(
              "unicode keys name their rows",
              () -> roundTrip(TestKey.of(1, "usér-ключ-鍵-🔑-" + number()), smallRow())));
      tests.add(
          test(
              "binary keys name their rows",
              () -> roundTrip(TestKey.binary(0x00FF_0A0D_2000_0000L + number()), smallRow())));
      tests.add(test("updates overwrite", this::updatesOverwrite));
      tests.add(test("buffers may be reused on completion", this::buffersMayBeReused));
      tests.add(test("missing keys are not found", this::missingKeysAreNotFound));
    }
    if (remembers() && updatesFields()) {
      tests.add(test("an update of some fields leaves the others", this::otherFieldsStay));
    }
    if (remembers() && fieldNames().size() > 1) {
      tests.add(test("rows may have fewer fields than others", this::rowsMayHaveFewerFields));
    }
    if (findsEveryKey() && takes(OperationType.READ)) {
      tests.add(test("keys that nobody wrote are found", this::keysThatNobodyWroteAreFound));
    }
    if (findsEveryKey() && takes(OperationType.BULK_READ)) {
      tests.add(test("bulks find every key", this::bulksFindEveryKey));
    }
    if (remembers() && takes(OperationType.DELETE)) {
      tests.add(test("deleted rows are gone", this::deletedRowsAreGone));
    }
    if (takes(OperationType.SCAN)) {
      tests.add(test("a scan keeps to its length", this::scanKeepsToItsLength));
    }
    if (remembers() && takes(OperationType.BULK_READ) && takes(OperationType.BULK_WRITE)) {
      tests.add(test("bulks keep each item apart", this::bulksKeepItemsApart));
    }
    return tests.stream();
  }

  @Test
  void aSessionReachesItsBoundAndAnswersEachOnce() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        assertThat(session.maxInFlight()).isPositive();
        int atOnce = Math.min(session.maxInFlight(), 1000);
        List<Ending> endings = new ArrayList<>();
        for (int i = 0; i < atOnce; i++) {
          endings.add(execute(session, write(key(), smallRow())));
        }
        assertThat(endings).allMatch(e -> e.outcome().status() == Status.SUCCEEDED);
        assertThat(endings).allMatch(e -> e.times() == 1);
      }
    });
  }

  @Test
  void sessionsWorkConcurrently() throws Exception {
    opened(client -> {
      List<Thread> threads = new ArrayList<>();
      List<Status> statuses = java.util.Collections.synchronizedList(new ArrayList<>());
      for (int t = 0; t < 8; t++) {
        Session session = client.openSession();
        threads.add(
            Thread.ofVirtual()
                .start(() -> {
                  for (int i = 0; i < MANY; i++) {
                    Ending ending = execute(session, write(key(), rowOf(100)));
                    statuses.add(ending.outcome().status());
                  }
                  session.close();
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(statuses).hasSize(8 * MANY).containsOnly(Status.SUCCEEDED);
    });
  }

  /** A run fills an embedded store that is empty, so it has to know. */
  @TestFactory
  Stream<DynamicTest> anEmbeddedStoreCountsItsRows() {
    return has(Capability.EMBEDDED)
        ? Stream.of(test("rows are counted, and none are left after truncating", this::rowsCount))
        : Stream.of();
  }

  private void rowsCount() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        client.truncate();
        assertThat(client.count()).hasValue(0);
        for (int i = 0; i < MANY; i++) {
          execute(session, write(key(), smallRow())).outcome();
        }
        assertThat(client.count()).hasValue(MANY);
        client.truncate();
        assertThat(client.count()).hasValue(0);
      }
    });
  }

  @Test
  void closingAClientCompletesWhatItsSessionsHaveUnderWayAndEveryOneAfterThat() throws Exception {
    List<Ending> endings = new ArrayList<>();
    opened(client -> {
      Session session = client.openSession();
      for (int i = 0; i < Math.min(session.maxInFlight(), MANY); i++) {
        endings.add(execute(session, write(key(), rowOf(1000))));
      }
      client.close();
      endings.forEach(Ending::outcome); // a session takes no more at once than it says
      Ending late = execute(session, write(key(), smallRow()));
      assertThat(late.outcome().status()).isEqualTo(Status.FAILED);
      assertThat(late.outcome().failureCode()).isNotBlank();
      endings.add(late);
      session.close();
    });
    for (Ending ending : endings) {
      assertThat(ending.outcome()).isNotNull();
      assertThat(ending.times()).isEqualTo(1);
    }
  }

  @Test
  void closingASessionCompletesWhatIsUnderWay() throws Exception {
    opened(client -> {
      Session session = client.openSession();
      List<Ending> endings = new ArrayList<>();
      for (int i = 0; i < Math.min(session.maxInFlight(), MANY); i++) {
        endings.add(execute(session, write(key(), rowOf(1000))));
      }
      session.close();
      assertThat(endings).allMatch(ending -> ending.times() == 1);
      try (Session next = client.openSession()) {
        assertThat(execute(next, write(key(), smallRow())).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
      }
    });
  }

  // ---- what the tests are made of ----

  protected final boolean takes(OperationType type) {
    return driver().operations().contains(type);
  }

  private boolean findsEveryKey() {
    return has(Capability.FINDS_EVERY_KEY);
  }

  private boolean has(Capability capability) {
    return driver().capabilities().contains(capability);
  }

  private boolean remembers() {
    return takes(OperationType.READ) && takes(OperationType.UPDATE) && !findsEveryKey();
  }

  private DynamicTest test(String promise, Promise body) {
    return DynamicTest.dynamicTest(promise, body::check);
  }

  private interface Promise {
    void check() throws Exception;
  }

  protected final Ending execute(Session session, TestOperation operation) {
    Ending ending = new Ending();
    session.execute(operation, ending);
    return ending;
  }

  protected static final long number() {
    return NEXT_KEY.getAndIncrement();
  }

  /** A key that no other test uses. */
  protected final TestKey key() {
    return TestKey.of(number());
  }

  protected final TestRow smallRow() {
    return row(100);
  }

  /** A row like {@link #row} that may be made on any thread. */
  private TestRow rowOf(int bytes) {
    return TestRow.of(fieldNames(), fieldNames().stream().map(_ -> new byte[bytes]).toList());
  }

  protected final TestRow row(int bytes) {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < fieldNames().size(); i++) {
      byte[] value = new byte[bytes];
      random.nextBytes(value);
      values.add(value);
    }
    return TestRow.of(fieldNames(), values);
  }

  protected final TestOperation write(TestKey key, TestRow row) {
    return TestOperation.on(writing(), key, row);
  }

  /** The operation that writes a row whether there is one or not; for most stores an update. */
  protected OperationType writing() {
    return takes(OperationType.UPDATE) ? OperationType.UPDATE : OperationType.INSERT;
  }

  private void roundTrip(TestKey key, TestRow row) throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        writeWhole(session, key, row);
      }
    });
  }

  /** Reads the key and compares: the bytes moved and, where the driver lends rows, all of them. */
  protected final void assertHolds(Session session, TestKey key, TestRow row) {
    Ending read = execute(session, TestOperation.on(OperationType.READ, key));
    assertThat(read.outcome().status())
        .as("%s", read.outcome().failureCode())
        .isEqualTo(Status.SUCCEEDED);
    assertThat(read.outcome().payloadBytes()).isEqualTo(row.totalBytes());
    if (has(Capability.RETURNS_ROWS)) {
      assertFields(read.fields(), 0, row);
    }
  }

  private static void assertFields(List<Ending.Field> found, int item, TestRow row) {
    List<Ending.Field> ofItem = found.stream().filter(f -> f.item() == item).toList();
    assertThat(ofItem).hasSize(row.fieldCount());
    for (Ending.Field field : ofItem) {
      int index = field.name().isEmpty() ? 0 : row.names().indexOf(field.name());
      assertThat(Arrays.equals(field.value(), row.copy(index))).as(field.name()).isTrue();
    }
  }

  private void updatesOverwrite() throws Exception {
    TestKey key = key();
    roundTrip(key, row(500));
    roundTrip(key, row(20));
  }

  private void buffersMayBeReused() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        for (int i = 0; i < MANY; i++) {
          TestKey key = key();
          TestRow sent = row(2000);
          TestRow copy =
              new TestRow(
                  sent.names(), sent.buffer().clone(), sent.offsets(), sent.lengths(), false);
          Ending ending = new Ending(() -> Arrays.fill(sent.buffer(), (byte) '!'));
          session.execute(write(key, sent), ending);
          assertThat(ending.outcome().status()).isEqualTo(Status.SUCCEEDED);
          assertHolds(session, key, copy);
        }
      }
    });
  }

  private boolean updatesFields() {
    Driver driver = driver();
    return driver
        .capabilities(TestTarget.values(driver, settings()))
        .contains(Capability.UPDATES_FIELDS);
  }

  /** Also where those that are written lie around the last one, as the engine draws them. */
  private void otherFieldsStay() throws Exception {
    List<String> names = List.of("field0", "field1", "field2");
    TestKey key = key();
    TestRow first = TestRow.of("aaaa", "bbbb", "cccc");
    opened(
        address(),
        severalFieldsSettings(),
        names,
        client -> {
          try (Session session = client.openSession()) {
            writeWhole(session, key, first);
            Outcome updated = update(session, key, List.of("field1"), "a longer value");
            assertThat(updated.payloadBytes()).isEqualTo("a longer value".length());
            assertHolds(session, key, TestRow.of("aaaa", "a longer value", "cccc"));
            update(session, key, List.of("field2", "field0"), "new", "");
            assertHolds(session, key, TestRow.of("", "a longer value", "new"));
            writeWhole(session, key, first);
          }
        });
  }

  private void writeWhole(Session session, TestKey key, TestRow row) {
    Outcome written = execute(session, write(key, row)).outcome();
    assertThat(written.status()).as(written.failureCode()).isEqualTo(Status.SUCCEEDED);
    assertThat(written.payloadBytes()).isEqualTo(row.totalBytes());
    assertHolds(session, key, row);
  }

  private Outcome update(Session session, TestKey key, List<String> names, String... values) {
    List<byte[]> bytes =
        Stream.of(values).map(value -> value.getBytes(StandardCharsets.UTF_8)).toList();
    TestRow some = TestRow.partial(names, bytes);
    Outcome updated = execute(session, TestOperation.on(OperationType.UPDATE, key, some)).outcome();
    assertThat(updated.status()).as(updated.failureCode()).isEqualTo(Status.SUCCEEDED);
    return updated;
  }

  private void rowsMayHaveFewerFields() throws Exception {
    TestRow whole = smallRow();
    List<String> fewer = fieldNames().subList(0, fieldNames().size() - 1);
    List<byte[]> values = IntStream.range(0, fewer.size()).mapToObj(whole::copy).toList();
    roundTrip(key(), TestRow.of(fewer, values));
  }

  /** Settings that name a table of its own, where the fields decide what a table looks like. */
  protected Map<String, String> severalFieldsSettings() {
    return settings();
  }

  private void missingKeysAreNotFound() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        Ending read = execute(session, TestOperation.on(OperationType.READ, key()));
        assertThat(read.outcome().status()).isEqualTo(Status.NOT_FOUND);
        assertThat(read.outcome().payloadBytes()).isZero();
      }
    });
  }

  private void keysThatNobodyWroteAreFound() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        var outcome = execute(session, TestOperation.on(OperationType.READ, key())).outcome();
        assertThat(outcome.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(outcome.items()).isEqualTo(1);
      }
    });
  }

  private void bulksFindEveryKey() throws Exception {
    List<TestKey> keys = Stream.generate(this::key).limit(MANY).toList();
    opened(client -> {
      try (Session session = client.openSession()) {
        var bulk = TestOperation.bulk(OperationType.BULK_READ, keys, List.of());
        assertThat(execute(session, bulk).outcome().items()).isEqualTo(MANY);
      }
    });
  }

  private void deletedRowsAreGone() throws Exception {
    TestKey key = key();
    roundTrip(key, smallRow());
    opened(client -> {
      try (Session session = client.openSession()) {
        Ending delete = execute(session, TestOperation.on(OperationType.DELETE, key));
        assertThat(delete.outcome().status()).isEqualTo(Status.SUCCEEDED);
        Ending read = execute(session, TestOperation.on(OperationType.READ, key));
        assertThat(read.outcome().status()).isEqualTo(Status.NOT_FOUND);
      }
    });
  }

  private void scanKeepsToItsLength() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        for (int i = 0; i < MANY; i++) {
          execute(session, write(key(), smallRow())).outcome();
        }
        var outcome = execute(session, TestOperation.scan(TestKey.of(1), 5)).outcome();
        assertThat(outcome.status()).as(outcome.failureCode()).isEqualTo(Status.SUCCEEDED);
        assertThat(outcome.items()).isBetween(1, 5);
      }
    });
  }

  private void bulksKeepItemsApart() throws Exception {
    List<TestKey> keys = Stream.generate(this::key).limit(MANY).toList();
    List<TestRow> rows = Stream.generate(() -> row(50)).limit(MANY).toList();
    List<TestKey> oneMissing = new ArrayList<>(keys);
    oneMissing.set(3, key());
    opened(client -> {
      try (Session session = client.openSession()) {
        var bulk = TestOperation.bulk(OperationType.BULK_WRITE, keys, rows);
        var written = execute(session, bulk).outcome();
        assertThat(written.status()).as(written.failureCode()).isEqualTo(Status.SUCCEEDED);
        assertThat(written.items()).isEqualTo(MANY);
        Ending read =
            execute(session, TestOperation.bulk(OperationType.BULK_READ, oneMissing, List.of()));
        assertThat(read.outcome().items()).isEqualTo(MANY - 1);
        if (has(Capability.RETURNS_ROWS)) {
          for (int i = 0; i < MANY; i++) {
            if (i != 3) {
              assertFields(read.fields(), i, rows.get(i));
            }
          }
          assertThat(read.fields()).noneMatch(field -> field.item() == 3);
        }
      }
    });
  }

  /** Text as bytes, for values that tests look for. */
  protected static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
