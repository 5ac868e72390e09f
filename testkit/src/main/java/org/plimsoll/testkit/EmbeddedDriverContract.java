package org.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.plimsoll.testkit.TestOperation.bulk;
import static org.plimsoll.testkit.TestOperation.on;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.testkit.TestOperation.TestKey;

/** The contract of drivers for stores in this process, whose files are in a folder. */
public abstract class EmbeddedDriverContract extends DriverContract {
  private static final String DURABILITY = "durability";
  private static final long FIRST = 5_000_000;

  @TempDir Path folder;

  @Override
  protected String address() {
    return folder.resolve("store").toString();
  }

  private Setting<?> durability() {
    return driver().settings().stream()
        .filter(setting -> setting.name().equals(DURABILITY))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theServiceLoaderFindsTheDriver() {
    assertThat(ServiceLoader.load(Driver.class))
        .anyMatch(found -> found.getClass().equals(driver().getClass()));
  }

  @Test
  void scansAreInKeyOrderAndBulksNameTheirItems() throws Exception {
    opened(client -> {
      Session session = client.openSession();
      client.truncate();
      var write = bulk(OperationType.BULK_WRITE, FIRST, 5, value("abc"));
      long bytes = 5L * 3 * fieldNames().size();
      assertThat(execute(session, write).outcome()).isEqualTo(Outcome.succeeded(5, bytes));
      execute(session, on(OperationType.DELETE, FIRST + 2)).outcome();
      Ending read = execute(session, bulk(OperationType.BULK_READ, FIRST + 1, 3));
      assertThat(read.outcome().items()).isEqualTo(2);
      assertThat(read.fields()).extracting(Ending.Field::item).containsOnly(0, 2);
      for (int key : new int[] {4, 3, 1, 0}) {
        execute(session, on(OperationType.UPDATE, FIRST + key, value("v" + key))).outcome();
      }
      Ending scan = execute(session, TestOperation.scan(TestKey.of(FIRST + 1), 2));
      assertThat(scan.outcome().items()).isEqualTo(2);
      assertThat(scan.fields())
          .extracting(field -> new String(field.value(), StandardCharsets.UTF_8))
          .startsWith("v1")
          .endsWith("v3");
      assertThat(execute(session, TestOperation.scan(TestKey.of(FIRST + 1), 99)).outcome().items())
          .isEqualTo(3);
      assertThat(execute(session, TestOperation.scan(TestKey.of(FIRST + 9), 9)).outcome())
          .isEqualTo(Outcome.notFound());
    });
  }

  private String[] value(String text) {
    return fieldNames().stream().map(_ -> text).toArray(String[]::new);
  }

  @Test
  void aStoreWithAPathIsKeptAndATemporaryOneIsDeleted() throws Exception {
    TestKey key = key();
    var row = smallRow();
    opened(client -> execute(client.openSession(), write(key, row)).outcome());
    opened("//" + address(), settings(), client -> assertHolds(client.openSession(), key, row));
    Watched driver = new Watched(driver());
    try (TestTarget target = new TestTarget(driver, "", settings(), fieldNames())) {
      Client client = target.open();
      assertThat(client.facts()).containsEntry("path", "temporary");
      assertThat(driver.temporaryFolder).isNotEmptyDirectory();
      client.close();
      assertThat(driver.temporaryFolder.resolve(driver.name())).doesNotExist();
    }
  }

  /** A driver that records the folder that the engine provides. */
  private static final class Watched extends ForwardingDriver {
    private Path temporaryFolder = Path.of("");

    Watched(Driver driver) {
      super(driver);
    }

    @Override
    public Client open(DriverContext context) throws Exception {
      temporaryFolder = context.temporaryFolder();
      return super.open(context);
    }
  }

  @Test
  void aFolderThatCannotBeUsedIsReportedWithTheReason() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "x");
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve("letter.txt"), "x");
    refuses(file, "is a file, not the folder of a store");
    refuses(file.resolve("below"), "cannot create the folder");
    refuses(other, "contains other files and no store of " + driver().name());
    opened(client -> {
      assertThat(client.count()).hasValue(0);
      refuses(Path.of(address()), "is in use");
    });
    opened(client -> assertThat(client.count()).hasValue(0)); // A refusal changes nothing.
  }

  private void refuses(Path path, String reason) {
    assertThatThrownBy(() -> opened(path.toString(), settings(), client -> {}))
        .hasMessageStartingWith(driver().name() + ": ")
        .hasMessageContaining(reason)
        .hasMessageContaining(path.toString())
        .hasMessageNotContaining("\n");
  }

  /** Tests two cases with one process, because starting a process takes a second. */
  @Test
  void aStoreOfAnotherProcessIsInUseAndItsWritesSurviveAKill() throws Exception {
    Path path = folder.resolve("killed");
    String kept =
        durability().value().choices().stream()
            .filter(choice -> !choice.equals("memory"))
            .findFirst()
            .orElseThrow();
    Map<String, String> given = Map.of(DURABILITY, kept);
    String uri = "%s:%s?%s=%s".formatted(driver().name(), path, DURABILITY, kept);
    try (StoreHolder _ = StoreHolder.start(uri)) {
      refuses(path, "is in use");
    }
    try (TestTarget target = new TestTarget(driver(), path.toString(), given, List.of("field0"));
        Client client = target.open()) {
      assertThat(client.count()).hasValue(StoreHolder.ROWS);
      Session session = client.openSession();
      for (int key = 0; key < StoreHolder.ROWS; key++) {
        Ending read = execute(session, on(OperationType.READ, key));
        assertThat(read.outcome().status()).isEqualTo(Outcome.Status.SUCCEEDED);
        assertThat(read.fieldTexts()).containsExactly("0:=" + StoreHolder.VALUE);
      }
    }
  }

  @Test
  void everyDurabilityIsAFactAndChangesDuringARunIfItIsLive() throws Exception {
    TestKey key = key();
    for (String choice : durability().value().choices()) {
      Map<String, String> given = Map.of(DURABILITY, choice);
      opened(
          address(),
          given,
          client -> {
            assertThat(client.facts().get(DURABILITY)).startsWith(choice + ": ");
            execute(client.openSession(), write(key, smallRow())).outcome();
            if (durability().live()) {
              for (String next : durability().value().choices()) {
                client.settingsChanged(TestTarget.values(driver(), Map.of(DURABILITY, next)));
                assertThat(client.facts().get(DURABILITY)).startsWith(next + ": ");
                var row = smallRow();
                try (Session session = client.openSession()) {
                  assertThat(execute(session, write(key, row)).outcome().status())
                      .isEqualTo(Outcome.Status.SUCCEEDED);
                  assertHolds(session, key, row);
                }
              }
            }
          });
    }
  }

  @Test
  void aMisspelledSettingIsRefusedWithTheNearestOne() {
    assertThatThrownBy(() -> TestTarget.values(driver(), Map.of("durabilty", "disk")))
        .hasMessageContaining("did you mean 'durability'");
  }

  @Test
  void telemetryDescribesTheStoreUntilItIsClosed() throws Exception {
    opened(client -> {
      Session session = client.openSession();
      for (int i = 0; i < 50; i++) {
        execute(session, write(key(), rowOf(1_000))).outcome();
      }
      assertThat(client.telemetry()).isNotEmpty();
      assertThat(client.telemetry().values()).allMatch(Double::isFinite);
      assertThat(Long.parseLong(client.facts().get("bytes on disk"))).isGreaterThan(50_000);
      client.close();
      assertThat(client.telemetry()).isEmpty();
      assertThat(client.facts()).containsKeys("path", DURABILITY, "bytes on disk");
    });
  }

  @Test
  void hooksLeaveTheRows() throws Exception {
    opened(client -> {
      Session session = client.openSession();
      TestKey key = key();
      var row = smallRow();
      execute(session, write(key, row)).outcome();
      for (String hook : client.hooks().keySet()) {
        assertThat(client.runHook(hook)).isNotBlank();
      }
      assertHolds(session, key, row);
      assertThatThrownBy(() -> client.runHook("no-such-hook"))
          .isInstanceOf(UnsupportedOperationException.class);
    });
  }

  @Test
  void closingDuringCallsEndsTheCallsAndNotTheProcess() throws Exception {
    for (int round = 0; round < 4; round++) {
      opened(client -> {
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
      });
    }
  }

  /**
   * Interrupts must not reach the store, because they would close the files of some engines, or
   * invalidate the store.
   */
  @Test
  void closingASessionDuringACallLeavesTheStoreToTheOthers() throws Exception {
    opened(client -> {
      for (int round = 0; round < 10; round++) {
        Session closing = client.openSession();
        CountDownLatch busy = new CountDownLatch(1);
        AtomicBoolean unexpected = new AtomicBoolean();
        Thread caller =
            Thread.ofPlatform()
                .start(() -> {
                  Map<String, Boolean> codes = new ConcurrentHashMap<>();
                  callUntilClosed(closing, busy, codes);
                  unexpected.set(!codes.keySet().equals(Set.of("closed")));
                });
        busy.await();
        closing.close();
        caller.join();
        assertThat(unexpected).isFalse();
        TestKey key = key();
        var row = smallRow();
        try (Session next = client.openSession()) {
          Ending written = execute(next, write(key, row));
          assertThat(written.outcome().status())
              .as(written.outcome().failureCode())
              .isEqualTo(Outcome.Status.SUCCEEDED);
          assertHolds(next, key, row);
        }
      }
    });
  }

  private void callUntilClosed(Session session, CountDownLatch busy, Map<String, Boolean> codes) {
    String code = null;
    try {
      for (int i = 0; code == null; i++) {
        execute(session, on(OperationType.UPDATE, i % 100, value("value"))).outcome();
        execute(session, TestOperation.scan(TestKey.of(0), 50)).outcome();
        code = execute(session, bulk(OperationType.BULK_READ, 0, 8)).outcome().failureCode();
        if (i == 10) {
          busy.countDown();
        }
      }
      codes.put(code, true);
    } finally {
      // Also counts down after an early failure, so that the test does not wait.
      busy.countDown();
    }
  }
}
