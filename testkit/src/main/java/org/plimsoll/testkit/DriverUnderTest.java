package org.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DynamicTest;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;

/**
 * Opens the real target of a driver in the same way as the engine, and creates keys that no other
 * test uses. A test that needs a driver, but not its contract, extends this class.
 */
public abstract class DriverUnderTest {
  private static final AtomicLong NEXT_KEY = new AtomicLong(1);

  private final Random random = new Random(42);

  /** Creates a new instance of the driver. */
  protected abstract Driver driver();

  /** Returns the address of the target, without a scheme. */
  protected abstract String address();

  /** Returns the settings for the target. */
  protected Map<String, String> settings() {
    return Map.of();
  }

  protected List<String> fieldNames() {
    return List.of("field0");
  }

  /**
   * Returns the size of the largest value that the store accepts, or a size that is very large for
   * it.
   */
  protected int hugeValueBytes() {
    return 10 * 1000 * 1000;
  }

  /**
   * A test with an open client. The client is opened on {@link #address} as the engine opens it.
   */
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

  protected final void opened(
      String address, Map<String, String> settings, List<String> fieldNames, Work work)
      throws Exception {
    Driver driver = driver();
    try (TestTarget context = new TestTarget(driver, address, settings, fieldNames);
        Client client = context.open()) {
      client.create();
      work.with(client);
    }
  }

  protected final boolean takes(OperationType type) {
    return driver().operations().contains(type);
  }

  final boolean has(Capability capability) {
    return driver().capabilities().contains(capability);
  }

  static DynamicTest test(String promise, Promise body) {
    return DynamicTest.dynamicTest(promise, body::check);
  }

  interface Promise {
    void check() throws Exception;
  }

  protected final Ending execute(Session session, TestOperation operation) {
    Ending ending = new Ending();
    long startNanos = System.nanoTime();
    session.execute(operation, ending);
    ending.returnedAfter(Duration.ofNanos(System.nanoTime() - startNanos));
    return ending;
  }

  protected final Ending rehearse(Session session, TestOperation operation) {
    Ending ending = new Ending();
    long startNanos = System.nanoTime();
    session.rehearse(operation, ending);
    ending.returnedAfter(Duration.ofNanos(System.nanoTime() - startNanos));
    return ending;
  }

  protected static final long number() {
    return NEXT_KEY.getAndIncrement();
  }

  /** Returns a key that no other test uses. */
  protected final TestKey key() {
    return TestKey.of(number());
  }

  protected final TestRow smallRow() {
    return row(100);
  }

  /** Returns a row like {@link #row}, but may be called on any thread. */
  final TestRow rowOf(int bytes) {
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

  /**
   * Returns the operation that writes a row whether or not it exists. In most stores, this is an
   * update.
   */
  protected OperationType writing() {
    return takes(OperationType.UPDATE) ? OperationType.UPDATE : OperationType.INSERT;
  }

  /** Reads the key, and compares the size and, if the driver returns rows, all fields. */
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

  static void assertFields(List<Ending.Field> found, int item, TestRow row) {
    List<Ending.Field> ofItem = found.stream().filter(f -> f.item() == item).toList();
    assertThat(ofItem).hasSize(row.fieldCount());
    for (Ending.Field field : ofItem) {
      int index = field.name().isEmpty() ? 0 : row.names().indexOf(field.name());
      assertThat(Arrays.equals(field.value(), row.copy(index))).as(field.name()).isTrue();
    }
  }

  /**
   * Returns settings that select a separate table, for stores in which the fields define the table.
   */
  protected Map<String, String> severalFieldsSettings() {
    return settings();
  }

  /** Encodes a text as bytes, for values that tests search for. */
  protected static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
