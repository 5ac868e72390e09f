package org.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;

/**
 * Tests that reads return exactly the bytes that were written, for all operations that the driver
 * supports.
 */
abstract class RoundTripContract extends DriverUnderTest {
  private static final int MANY = 16;

  /** Creates a test for each kind of round trip that the driver's operations support. */
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
    if (remembers() && takes(OperationType.INSERT)) {
      tests.add(test("inserted rows are read", this::insertedRowsAreRead));
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

  private boolean findsEveryKey() {
    return has(Capability.FINDS_EVERY_KEY);
  }

  final boolean remembers() {
    return takes(OperationType.READ) && takes(OperationType.UPDATE) && !findsEveryKey();
  }

  private void roundTrip(TestKey key, TestRow row) throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        writeWhole(session, key, row);
      }
    });
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

  /**
   * Tests updates of some fields. This includes updates whose fields wrap around the last one, as
   * the engine draws them.
   */
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

  /** Tests inserts, which the load phase uses. Most other tests use updates. */
  private void insertedRowsAreRead() throws Exception {
    TestKey key = key();
    TestRow row = smallRow();
    opened(client -> {
      try (Session session = client.openSession()) {
        Outcome inserted =
            execute(session, TestOperation.on(OperationType.INSERT, key, row)).outcome();
        assertThat(inserted.status()).as(inserted.failureCode()).isEqualTo(Status.SUCCEEDED);
        assertHolds(session, key, row);
      }
    });
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
        // Not every store reports whether the row existed.
        Outcome again = execute(session, TestOperation.on(OperationType.DELETE, key)).outcome();
        assertThat(again.status()).isIn(Status.SUCCEEDED, Status.NOT_FOUND);
        assertThat(again.payloadBytes()).isZero();
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
        List<TestKey> missing = Stream.generate(this::key).limit(MANY).toList();
        Outcome none =
            execute(session, TestOperation.bulk(OperationType.BULK_READ, missing, List.of()))
                .outcome();
        assertThat(none.status()).isIn(Status.SUCCEEDED, Status.NOT_FOUND);
        assertThat(none.items()).isZero();
      }
    });
  }
}
