package org.plimsoll.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

final class RocksDbDriverTest {
  private static final List<String> ONE = List.of("field0");
  private static final List<String> THREE = List.of("field0", "field1", "field2");

  @TempDir private Path folder;

  private record Answer(Outcome outcome, List<String> fields) {}

  @Test
  void isFoundByTheServiceLoader() {
    assertThat(ServiceLoader.load(Driver.class)).anyMatch(RocksDbDriver.class::isInstance);
  }

  @Test
  void readsWhatWasWrittenAndOverwritten() throws Exception {
    try (Client client = context("", ONE).client()) {
      Session session = client.openSession();
      assertThat(send(session, read(1)).outcome()).isEqualTo(Outcome.notFound());
      send(session, write(OperationType.INSERT, 1, "first"));
      assertThat(send(session, write(OperationType.UPDATE, 1, "second!")).outcome())
          .isEqualTo(Outcome.succeeded(7));
      Answer found = send(session, read(1));
      assertThat(found.fields()).containsExactly("0:=second!");
      assertThat(found.outcome().payloadBytes()).isEqualTo(7);
      send(session, key(OperationType.DELETE, 1));
      assertThat(send(session, read(1)).outcome()).isEqualTo(Outcome.notFound());
    }
  }

  @Test
  void keepsFieldsApartWhateverTheirLengths() throws Exception {
    try (Client client = context("", THREE).client()) {
      Session session = client.openSession();
      String huge = "h".repeat(3_000_000);
      send(session, write(OperationType.INSERT, 1, "a".repeat(127), "", "c".repeat(128)));
      send(session, write(OperationType.INSERT, 2, huge, "x", "y".repeat(16_384)));
      Answer small = send(session, read(1));
      assertThat(small.fields())
          .containsExactly(
              "0:field0=" + "a".repeat(127), "0:field1=", "0:field2=" + "c".repeat(128));
      assertThat(small.outcome().payloadBytes()).isEqualTo(255);
      assertThat(send(session, read(2)).fields())
          .containsExactly("0:field0=" + huge, "0:field1=x", "0:field2=" + "y".repeat(16_384));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4095, 4096, 4097, 5_000_000})
  void readsValuesOfAnySizeIntoABufferThatGrows(int valueBytes) throws Exception {
    try (Client client = context("", ONE).client()) {
      Session session = client.openSession();
      send(session, write(OperationType.INSERT, 1, "v".repeat(valueBytes)));
      assertThat(send(session, read(1)).fields()).containsExactly("0:=" + "v".repeat(valueBytes));
    }
  }

  @Test
  void scansInKeyOrderAndBulksNameTheirItems() throws Exception {
    try (Client client = context("", ONE).client()) {
      Session session = client.openSession();
      Operation bulk = new Request(OperationType.BULK_WRITE, 10, 5, 0, "abc");
      assertThat(send(session, bulk).outcome()).isEqualTo(Outcome.succeeded(5, 15));
      send(session, key(OperationType.DELETE, 12));
      Answer read = send(session, new Request(OperationType.BULK_READ, 11, 3, 0));
      assertThat(read.fields()).containsExactly("0:=abc", "2:=abc");
      assertThat(read.outcome().items()).isEqualTo(2);
      Answer scan = send(session, new Request(OperationType.SCAN, 11, 1, 2));
      assertThat(scan.fields()).hasSize(2);
      assertThat(send(session, new Request(OperationType.SCAN, 11, 1, 99)).outcome().items())
          .isEqualTo(3);
      assertThat(send(session, new Request(OperationType.SCAN, 99, 1, 9)).outcome())
          .isEqualTo(Outcome.notFound());
    }
  }

  @Test
  void countsAndTruncates() throws Exception {
    try (Client client = context("", ONE).client()) {
      Session session = client.openSession();
      client.truncate();
      send(session, new Request(OperationType.BULK_WRITE, 0, 100, 0, "x"));
      send(session, new Request(OperationType.BULK_WRITE, 0, 100, 0, "y"));
      assertThat(client.count()).hasValue(100);
      client.truncate();
      assertThat(client.count()).hasValue(0);
      assertThat(send(session, read(99)).outcome()).isEqualTo(Outcome.notFound());
    }
  }

  @Test
  void keepsADatabaseThatHasAPathAndDeletesOneThatHasNone() throws Exception {
    Path kept = folder.resolve("kept");
    try (Client client = context(kept.toString(), ONE).client()) {
      send(client.openSession(), write(OperationType.INSERT, 1, "still here"));
    }
    try (Client client = context("//" + kept, ONE).client()) {
      assertThat(send(client.openSession(), read(1)).fields()).containsExactly("0:=still here");
    }
    context("", ONE).client().close();
    assertThat(folder.resolve("rocksdb")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "snappy", "lz4", "zstd"})
  void theLibraryHasEachCompression(String compression) throws Exception {
    RocksDbContext context =
        context(
            "",
            ONE,
            "compression",
            compression,
            "block-cache",
            "0",
            "bloom-bits",
            "10",
            "write-buffer",
            "64KiB");
    try (Client client = context.client()) {
      Session session = client.openSession();
      for (int i = 0; i < 100; i++) {
        send(session, write(OperationType.INSERT, i, ("v" + i).repeat(1_000)));
      }
      assertThat(send(session, read(42)).fields()).containsExactly("0:=" + "v42".repeat(1_000));
      assertThat(client.facts()).containsEntry("path", "temporary").containsKey("bytes on disk");
    }
  }

  @Test
  void syncAndWalChangeWhileItRuns() throws Exception {
    try (Client client = context("", ONE).client()) {
      Session session = client.openSession();
      client.settingsChanged(RocksDbContext.values("wal", "false"));
      assertThat(client.facts()).containsEntry("write-ahead log", "off");
      assertThat(send(session, write(OperationType.UPDATE, 1, "a")).outcome())
          .isEqualTo(Outcome.succeeded(1));
      client.settingsChanged(RocksDbContext.values("sync", "true"));
      assertThat(client.facts()).containsEntry("sync", "on").containsEntry("write-ahead log", "on");
      assertThatThrownBy(
              () -> client.settingsChanged(RocksDbContext.values("sync", "true", "wal", "false")))
          .hasMessageContaining("sync: must be false");
    }
  }

  @Test
  void saysInASentenceWhyADatabaseCannotBeOpened() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "x");
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve("letter.txt"), "x");
    Path broken = Files.createDirectory(folder.resolve("broken"));
    Files.writeString(broken.resolve("CURRENT"), "nonsense");
    Path open = folder.resolve("open");
    refuses(file, "is a file");
    refuses(file.resolve("below"), "cannot make the folder");
    refuses(other, "holds other files");
    refuses(broken, "cannot open the database");
    try (Client client = context(open.toString(), ONE).client()) {
      assertThat(client.count()).hasValue(0);
      refuses(open, "is in use");
    }
  }

  private void refuses(Path path, String reason) {
    assertThatThrownBy(() -> context(path.toString(), ONE).client())
        .hasMessageStartingWith("rocksdb: ")
        .hasMessageContaining(reason)
        .hasMessageContaining(path.toString());
  }

  @Test
  void closingWhileThreadsCallEndsTheirCallsAndNotTheProcess() throws Exception {
    for (int round = 0; round < 20; round++) {
      Client client = context("", ONE).client();
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
      assertThat(codes).containsOnlyKeys("session-closed");
      client.close();
      assertThatThrownBy(client::openSession).hasMessageContaining("closed");
    }
  }

  private static void callUntilClosed(
      Session session, CountDownLatch busy, Map<String, Boolean> codes) {
    String code = null;
    for (int i = 0; code == null; i++) {
      send(session, write(OperationType.UPDATE, i % 100, "value"));
      send(session, new Request(OperationType.SCAN, 0, 1, 50));
      code = send(session, new Request(OperationType.BULK_READ, 0, 8, 0)).outcome().failureCode();
      if (i == 20) {
        busy.countDown();
      }
    }
    codes.put(code, true);
  }

  private RocksDbContext context(String address, List<String> fields, String... settings) {
    return new RocksDbContext(folder, address, fields, RocksDbContext.values(settings));
  }

  private static Request read(long key) {
    return key(OperationType.READ, key);
  }

  private static Request key(OperationType type, long key) {
    return new Request(type, key, 1, 0);
  }

  private static Request write(OperationType type, long key, String... values) {
    return new Request(type, key, 1, 0, values);
  }

  private static Answer send(Session session, Operation operation) {
    List<Answer> answers = new ArrayList<>();
    session.execute(
        operation,
        new Completion() {
          @Override
          public void started() {}

          @Override
          public void complete(Outcome outcome) {
            List<String> fields = new ArrayList<>();
            Outcome.ReadRows rows = outcome.rows();
            if (rows != null) {
              rows.forEachField((item, name, bytes, offset, length) ->
                  fields.add(
                      item
                          + ":"
                          + name
                          + "="
                          + new String(bytes, offset, length, StandardCharsets.UTF_8)));
            }
            answers.add(new Answer(outcome, fields));
          }
        });
    assertThat(answers).hasSize(1);
    return answers.getFirst();
  }
}
