package org.plimsoll.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** SQLite as an embedded store. */
class SqliteTest extends DriverContract {
  @TempDir static Path folder;

  @Override
  protected Driver driver() {
    return new SqliteDriver();
  }

  @Override
  protected String address() {
    return folder.resolve("store").toString();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("index-values", "3");
  }

  @Override
  protected Map<String, String> severalFieldsSettings() {
    return JdbcContract.with(settings(), "table", "several_fields");
  }

  @Override
  protected OperationType writing() {
    return OperationType.INSERT;
  }

  @Test
  void durabilityIsAFactOfTheDatabase() throws Exception {
    opened(
        address(),
        Map.of("table", "a"),
        client ->
            assertThat(client.facts())
                .containsEntry("durability", "page-cache: lost if the machine crashes")
                .containsEntry("journal_mode", "wal"));
    opened(
        address(),
        Map.of("table", "a", "durability", "disk"),
        client ->
            assertThat(client.facts())
                .containsEntry("durability", "disk: synced before a write ends")
                .containsEntry("synchronous", "2"));
    assertThatThrownBy(() -> TestTarget.values(driver(), Map.of("durability", "memory")))
        .hasMessageContaining("must be one of page-cache, disk");
  }

  @Test
  void aDatabaseOfAUrlHasTheSameDialect() throws Exception {
    Path file = folder.resolve("own.db");
    try (TestTarget target =
        new TestTarget(
            new JdbcDriver(), "sqlite:" + file, Map.of("key-type", "number"), fieldNames())) {
      var client = target.open();
      client.create();
      assertThat(client.facts()).containsEntry("dialect", "sqlite");
      try (Session session = client.openSession()) {
        for (int key : new int[] {3, 1, 2}) {
          execute(session, TestOperation.on(OperationType.INSERT, key, "v" + key)).outcome();
        }
        Ending scan = execute(session, TestOperation.scan(TestKey.of(2), 9));
        assertThat(scan.outcome().items()).isEqualTo(2);
        assertThat(scan.fieldTexts()).containsExactly("0:field0=v2", "1:field0=v3");
        var locked = TestOperation.on(TableOperations.LOCKED_UPDATE, 3, "new");
        assertThat(execute(session, locked).outcome().status()).isEqualTo(Status.SUCCEEDED);
      }
      assertThat(client.telemetry()).containsKeys("file_bytes", "free_bytes");
      for (String hook : new String[] {"analyze", "checkpoint"}) {
        assertThat(client.runHook(hook)).startsWith("done: ");
      }
      client.close();
    }
    assertThat(file).isRegularFile();
  }

  /** Otherwise the user's SQL could read and create any file of this machine. */
  @Test
  void theSqlOfAUserReachesNoOtherFile() throws Exception {
    Path other = folder.resolve("other.db");
    opened(client ->
        assertThatThrownBy(() -> client.runHook("sql", "attach '" + other + "' as other"))
            .hasMessageContaining("too many attached databases"));
    opened(client ->
        assertThatThrownBy(() -> client.runHook("sql", "vacuum into '" + other + "'"))
            .hasMessageContaining("too many attached databases"));
    assertThat(other).doesNotExist();
  }

  @Test
  void writersOfSeveralSessionsWaitForEachOther() throws Exception {
    opened(client -> {
      CountDownLatch go = new CountDownLatch(1);
      Thread[] writers = new Thread[4];
      Ending[][] endings = new Ending[writers.length][25];
      for (int w = 0; w < writers.length; w++) {
        int writer = w;
        Session session = client.openSession();
        writers[w] =
            Thread.ofPlatform()
                .start(() -> {
                  try (session) {
                    go.await();
                    for (int i = 0; i < endings[writer].length; i++) {
                      Ending ending = execute(session, write(TestKey.of(i), rowOfOneByte()));
                      endings[writer][i] = ending;
                      assertThat(ending.outcome()).isNotNull();
                    }
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
      }
      go.countDown();
      for (Thread writer : writers) {
        writer.join();
      }
      for (Ending[] its : endings) {
        for (Ending ending : its) {
          assertThat(ending.outcome().status())
              .as(ending.outcome().failureCode())
              .isEqualTo(Status.SUCCEEDED);
        }
      }
    });
  }

  private TestOperation.TestRow rowOfOneByte() {
    return TestOperation.TestRow.of("x");
  }

  @Test
  void aDuplicateKeyAndAMissingTableHaveTheCodesOfAllDatabases() throws Exception {
    opened(
        address(),
        Map.of("table", "strict", "insert", "insert"),
        client -> {
          try (Session session = client.openSession()) {
            var insert = TestOperation.on(OperationType.INSERT, 1, "x");
            assertThat(execute(session, insert).outcome().status()).isEqualTo(Status.SUCCEEDED);
            Ending twice = execute(session, insert);
            assertThat(twice.outcome().failureCode()).isEqualTo("unique-violation");
          }
        });
    opened(
        address(),
        Map.of("table", "", "statements", "lost: select 1 from no_such_table"),
        client -> {
          try (Session session = client.openSession()) {
            var lost = TestOperation.on(OperationType.reading("lost"), 1);
            Ending ending = execute(session, lost);
            assertThat(ending.outcome().failureCode()).isEqualTo("no-such-table");
          }
        });
  }

  @Test
  void aTableThatDoesNotFitIsRefusedAtOnce() throws Exception {
    opened(client -> {
      client.runHook("sql", "create table keyless (id text, field0 blob)");
      client.runHook("sql", "create table numbered (id bigint primary key, field0 blob)");
    });
    assertThatThrownBy(() -> opened(address(), Map.of("table", "keyless"), client -> {}))
        .hasMessageContaining("the table keyless has no primary key");
    assertThatThrownBy(() -> opened(address(), Map.of("table", "numbered"), client -> {}))
        .hasMessageContaining("the table numbered has a column id of the type BIGINT");
  }

  @Test
  void aTargetThatIsNoFolderIsReported() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertThatThrownBy(() -> opened(file.toString(), Map.of(), client -> {}))
        .hasMessage("sqlite: " + file + " is a file, not the folder of a store");
    assertThatThrownBy(() -> opened(file.resolve("below").toString(), Map.of(), client -> {}))
        .hasMessageStartingWith("sqlite: cannot create the folder " + file);
    assertThatThrownBy(() -> new JdbcDriver().checkAddress("sqlite::memory:"))
        .hasMessageContaining("must name a file");
  }
}
