package org.plimsoll.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.plimsoll.testkit.TestOperation.bulk;
import static org.plimsoll.testkit.TestOperation.on;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestTarget;

final class RocksDbDriverTest {
  private static final List<String> ONE = List.of("field0");
  private static final List<String> THREE = List.of("field0", "field1", "field2");

  @TempDir private Path folder;

  private final List<TestTarget> contexts = new ArrayList<>();

  @AfterEach
  void closeContexts() {
    contexts.forEach(TestTarget::close);
  }

  @Test
  void telemetryDescribesTheDatabaseUntilItIsClosed() throws Exception {
    Client client = open("", ONE);
    Session session = client.openSession();
    for (int i = 0; i < 50; i++) {
      send(session, on(OperationType.INSERT, i, "x".repeat(1_000)));
    }
    Map<String, Double> telemetry = client.telemetry();
    assertThat(telemetry)
        .containsEntry("estimated_keys", 50.0)
        .containsEntry("writes_stopped", 0.0);
    assertThat(telemetry.get("memtable_bytes")).isGreaterThan(50_000);
    assertThat(telemetry).containsKeys("block_cache_used_bytes", "compaction_pending_bytes");
    client.close();
    assertThat(client.telemetry()).isEmpty();
  }

  @Test
  void fieldsOfAnyLengthsStaySeparate() throws Exception {
    try (Client client = open("", THREE)) {
      Session session = client.openSession();
      String huge = "h".repeat(3_000_000);
      send(session, on(OperationType.INSERT, 1, "a".repeat(127), "", "c".repeat(128)));
      send(session, on(OperationType.INSERT, 2, huge, "x", "y".repeat(16_384)));
      Ending small = send(session, on(OperationType.READ, 1));
      assertThat(small.fieldTexts())
          .containsExactly(
              "0:field0=" + "a".repeat(127), "0:field1=", "0:field2=" + "c".repeat(128));
      assertThat(small.outcome().payloadBytes()).isEqualTo(255);
      assertThat(send(session, on(OperationType.READ, 2)).fieldTexts())
          .containsExactly("0:field0=" + huge, "0:field1=x", "0:field2=" + "y".repeat(16_384));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4095, 4096, 4097, 5_000_000})
  void valuesOfAnySizeAreReadIntoAGrowingBuffer(int valueBytes) throws Exception {
    try (Client client = open("", ONE)) {
      Session session = client.openSession();
      send(session, on(OperationType.INSERT, 1, "v".repeat(valueBytes)));
      assertThat(send(session, on(OperationType.READ, 1)).fieldTexts())
          .containsExactly("0:=" + "v".repeat(valueBytes));
    }
  }

  @Test
  void rowsAreCountedAndTruncated() throws Exception {
    try (Client client = open("", ONE)) {
      Session session = client.openSession();
      client.truncate();
      send(session, bulk(OperationType.BULK_WRITE, 0, 100, "x"));
      send(session, bulk(OperationType.BULK_WRITE, 0, 100, "y"));
      assertThat(client.count()).hasValue(100);
      client.truncate();
      assertThat(client.count()).hasValue(0);
      assertThat(send(session, on(OperationType.READ, 99)).outcome()).isEqualTo(Outcome.notFound());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "snappy", "lz4", "zstd"})
  void everyCompressionIsInTheLibrary(String compression) throws Exception {
    String[] settings = {
      "compression", compression, "block-cache", "0", "bloom-bits", "10", "write-buffer", "64KiB"
    };
    try (Client client = open("", ONE, settings)) {
      Session session = client.openSession();
      for (int i = 0; i < 100; i++) {
        send(session, on(OperationType.INSERT, i, ("v" + i).repeat(1_000)));
      }
      assertThat(send(session, on(OperationType.READ, 42)).fieldTexts())
          .containsExactly("0:=" + "v42".repeat(1_000));
      assertThat(client.facts()).containsEntry("path", "temporary").containsKey("bytes on disk");
    }
  }

  @Test
  void hooksFlushAndCompactFiles() throws Exception {
    try (Client client = open("", ONE)) {
      Session session = client.openSession();
      send(session, on(OperationType.INSERT, 1, "a"));
      assertThat(client.hooks()).containsOnlyKeys("flush", "compact");
      assertThat(client.runHook("flush")).isEqualTo("memory tables are written to files");
      assertThat(client.runHook("compact")).matches("compacted, [1-9][0-9]* bytes of files");
      assertThat(send(session, on(OperationType.READ, 1)).fieldTexts()).containsExactly("0:=a");
    }
  }

  @Test
  void aBrokenStoreIsReportedWithItsPath() throws Exception {
    Path broken = Files.createDirectory(folder.resolve("broken"));
    Files.writeString(broken.resolve("CURRENT"), "nonsense");
    assertThatThrownBy(() -> open(broken.toString(), ONE))
        .hasMessageStartingWith("rocksdb: cannot open the store in " + broken + ": ");
  }

  private Client open(String address, List<String> fields, String... namesAndValues)
      throws Exception {
    TestTarget context =
        new TestTarget(new RocksDbDriver(), address, TestTarget.named(namesAndValues), fields);
    contexts.add(context);
    return context.open();
  }

  private static Ending send(Session session, Operation operation) {
    Ending ending = new Ending();
    session.execute(operation, ending);
    assertThat(ending.outcome()).isNotNull();
    assertThat(ending.times()).isEqualTo(1);
    return ending;
  }
}
