package org.plimsoll.driver.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** What tests with a table of their own share. The hosts of the target are ZooKeeper. */
abstract class InTable extends DriverUnderTest {
  /** Work with an open table. */
  interface TableWork {
    void with(Client client, Session session, TestTarget context) throws Exception;
  }

  @Override
  protected Driver driver() {
    return new HBaseDriver();
  }

  @Override
  protected String address() {
    return SharedHBase.server().address();
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("a", "b");
  }

  /** Works with a table that is dropped at the end, unless the settings say otherwise. */
  final void inTable(String table, Map<String, String> settings, TableWork work) throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("schema", "temporary");
    try (TestTarget context = new TestTarget(driver(), address() + "/" + table, all, fieldNames());
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session, context);
      }
    }
  }

  final Outcome run(Session session, OperationType type, TestKey key, String... values) {
    return end(session, type, key, values).outcome();
  }

  final Ending end(Session session, OperationType type, TestKey key, String... values) {
    List<byte[]> bytes = Stream.of(values).map(DriverUnderTest::utf8).toList();
    return execute(
        session,
        values.length == 0
            ? TestOperation.on(type, key)
            : TestOperation.on(
                type, key, TestRow.of(fieldNames().subList(0, bytes.size()), bytes)));
  }

  static void assertSucceeded(Outcome outcome, int items, long bytes) {
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(Status.SUCCEEDED);
    assertThat(outcome.items()).isEqualTo(items);
    assertThat(outcome.payloadBytes()).isEqualTo(bytes);
  }

  /** The columns of a row, as {@code name=value}, in order. */
  final List<String> columns(Session session, TestKey key) {
    Ending read = execute(session, TestOperation.on(OperationType.READ, key));
    assertThat(read.outcome().status()).isEqualTo(Status.SUCCEEDED);
    return read.fields().stream()
        .map(field -> field.name() + "=" + new String(field.value(), StandardCharsets.UTF_8))
        .toList();
  }
}
