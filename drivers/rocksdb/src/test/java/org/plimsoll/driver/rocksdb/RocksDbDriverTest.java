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
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.ForwardingDriver;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
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
  void theServiceLoaderFindsTheDriver() {
    assertThat(ServiceLoader.load(Driver.class)).anyMatch(RocksDbDriver.class::isInstance);
  }

  @Test
  void readsReturnTheLastWrite() throws Exception {
    try (Client client = open("", ONE)) {
      Session session = client.openSession();
      assertThat(send(session, on(OperationType.READ, 1)).outcome()).isEqualTo(Outcome.notFound());
      send(session, on(OperationType.INSERT, 1, "first"));
      assertThat(send(session, on(OperationType.UPDATE, 1, "second!")).outcome())
          .isEqualTo(Outcome.succeeded(7));
      Ending found = send(session, on(OperationType.READ, 1));
      assertThat(found.fieldTexts()).containsExactly("0:=second!");
      assertThat(found.outcome().payloadBytes()).isEqualTo(7);
      send(session, on(OperationType.DELETE, 1));
      assertThat(send(session, on(OperationType.READ, 1)).outcome()).isEqualTo(Outcome.notFound());
    }
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
  void scansAreInKeyOrderAndBulksNameTheirItems() throws Exception {
    try (Client client = open("", ONE)) {
      Session session = client.openSession();
      Operation bulk = bulk(OperationType.BULK_WRITE, 10, 5, "abc");
      assertThat(send(session, bulk).outcome()).isEqualTo(Outcome.succeeded(5, 15));
      send(session, on(OperationType.DELETE, 12));
      Ending read = send(session, bulk(OperationType.BULK_READ, 11, 3));
      assertThat(read.fieldTexts()).containsExactly("0:=abc", "2:=abc");
      assertThat(read.outcome().items()).isEqualTo(2);
      Ending scan = send(session, TestOperation.scan(TestKey.of(11), 2));
      assertThat(scan.fieldTexts()).hasSize(2);
      assertThat(send(session, TestOperation.scan(TestKey.of(11), 99)).outcome().items())
          .isEqualTo(3);
      assertThat(send(session, TestOperation.scan(TestKey.of(99), 9)).outcome())
          .isEqualTo(Outcome.notFound());
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

  @Test
  void aDatabaseWithAPathIsKeptAndATemporaryOneIsDeleted() throws Exception {
    Path kept = folder.resolve("kept");
    try (Client client = open(kept.toString(), ONE)) {
      send(client.openSession(), on(OperationType.INSERT, 1, "still here"));
    }
    try (Client client = open("//" + kept, ONE)) {
      assertThat(send(client.openSession(), on(OperationType.READ, 1)).fieldTexts())
          .containsExactly("0:=still here");
    }
    Watched driver = new Watched();
    TestTarget target = new TestTarget(driver, "", Map.of(), ONE);
    contexts.add(target);
    Client client = target.open();
    assertThat(driver.temporaryFolder).isNotEmptyDirectory();
    client.close();
    assertThat(driver.temporaryFolder).isEmptyDirectory();
  }

  /** Records the folder that the engine provides. */
  private static final class Watched extends ForwardingDriver {
    private Path temporaryFolder = Path.of("");

    Watched() {
      super(new RocksDbDriver());
    }

    @Override
    public Client open(DriverContext context) throws Exception {
      temporaryFolder = context.temporaryFolder();
      return super.open(context);
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
  void syncAndWalChangeDuringARun() throws Exception {
    try (Client client = open("", ONE)) {
      Session session = client.openSession();
      client.settingsChanged(values("wal", "false"));
      assertThat(client.facts()).containsEntry("write-ahead log", "off");
      assertThat(send(session, on(OperationType.UPDATE, 1, "a")).outcome())
          .isEqualTo(Outcome.succeeded(1));
      client.settingsChanged(values("sync", "true"));
      assertThat(client.facts()).containsEntry("sync", "on").containsEntry("write-ahead log", "on");
      assertThatThrownBy(() -> client.settingsChanged(values("sync", "true", "wal", "false")))
          .hasMessageContaining("sync: must be false");
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
  void aDatabaseThatCannotBeOpenedIsReportedWithTheReason() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "x");
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve("letter.txt"), "x");
    Path broken = Files.createDirectory(folder.resolve("broken"));
    Files.writeString(broken.resolve("CURRENT"), "nonsense");
    Path open = folder.resolve("open");
    refuses(file, "is a file");
    refuses(file.resolve("below"), "cannot create the folder");
    refuses(other, "contains other files");
    refuses(broken, "cannot open the database");
    try (Client client = open(open.toString(), ONE)) {
      assertThat(client.count()).hasValue(0);
      refuses(open, "is in use");
    }
  }

  private void refuses(Path path, String reason) {
    assertThatThrownBy(() -> open(path.toString(), ONE))
        .hasMessageStartingWith("rocksdb: ")
        .hasMessageContaining(reason)
        .hasMessageContaining(path.toString());
  }

  @Test
  void closingDuringCallsEndsTheCallsAndNotTheProcess() throws Exception {
    for (int round = 0; round < 20; round++) {
      Client client = open("", ONE);
      Map<String, Boolean> codes = new ConcurrentHashMap<>();
      CountDownLatch busy = new CountDownLatch(4);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Session session = client.openSession();
        threads.add(Thread.ofPlatform().start(() -> callUntilClosed(session, busy, codes)));
      }
      busy.await();
      client.close();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(codes).containsOnlyKeys("closed");
      client.close();
      assertThatThrownBy(client::openSession).hasMessageContaining("closed");
    }
  }

  private static void callUntilClosed(
      Session session, CountDownLatch busy, Map<String, Boolean> codes) {
    String code = null;
    for (int i = 0; code == null; i++) {
      send(session, on(OperationType.UPDATE, i % 100, "value"));
      send(session, TestOperation.scan(TestKey.of(0), 50));
      code = send(session, bulk(OperationType.BULK_READ, 0, 8)).outcome().failureCode();
      if (i == 20) {
        busy.countDown();
      }
    }
    codes.put(code, true);
  }

  private static SettingValues values(String... namesAndValues) {
    return TestTarget.values(new RocksDbDriver(), TestTarget.named(namesAndValues));
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
