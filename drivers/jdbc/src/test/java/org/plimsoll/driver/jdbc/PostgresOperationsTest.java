package org.plimsoll.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.PostgresServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** SQL features beyond the generic operations, on a real PostgreSQL. */
class PostgresOperationsTest {
  private static final List<String> FIELDS = List.of("field0");

  @TempDir static Path folder;
  static PostgresServer postgres;

  @BeforeAll
  static void startServer() throws Exception {
    postgres = PostgresServer.start(folder);
  }

  @AfterAll
  static void stopServer() {
    postgres.close();
  }

  /** An action on an opened database. */
  private interface Work {
    void with(Client client, Session session) throws Exception;
  }

  private static TestTarget context(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.putIfAbsent("user", PostgresServer.USER);
    settings.putIfAbsent("password", PostgresServer.PASSWORD);
    String address = postgres.url().substring("jdbc:".length());
    return new TestTarget(new JdbcDriver(), address, settings, FIELDS);
  }

  private static void opened(Map<String, String> more, Work work) throws Exception {
    try (TestTarget context = context(more);
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session);
      }
    }
  }

  private static Outcome run(Session session, TestOperation operation) throws Exception {
    Ending ending = new Ending();
    session.execute(operation, ending);
    return ending.outcome();
  }

  private static Outcome run(Session session, String name, long key) throws Exception {
    return run(session, TestOperation.on(OperationType.reading(name), key));
  }

  private static TestOperation step(String name, long key, Place place) {
    OperationType type = new OperationType(name, OperationType.Side.WRITES, false, false);
    return TestOperation.on(type, key).at(place);
  }

  private static String query(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet rows = statement.getResultSet()) {
        return rows.next() ? String.valueOf(rows.getString(1)) : "";
      }
    }
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(
        postgres.url(), PostgresServer.USER, PostgresServer.PASSWORD);
  }

  @Test
  void updatingAMissingRowIsNotFoundAndInsertingAnExistingOneFailsIfConfigured() throws Exception {
    opened(
        Map.of("insert", "insert", "table", "plain"),
        (_, session) -> {
          var update = TestOperation.on(OperationType.UPDATE, 1, "new");
          assertThat(run(session, update).status()).isEqualTo(Status.NOT_FOUND);
          var insert = TestOperation.on(OperationType.INSERT, 1, "first");
          assertThat(run(session, insert).status()).isEqualTo(Status.SUCCEEDED);
          Outcome refused = run(session, insert);
          assertThat(refused.failureCode()).isEqualTo("unique-violation");
          assertThat(said(refused))
              .startsWith("ERROR: duplicate key value violates unique constraint \"plain_pkey\"; ")
              .endsWith(" already exists.");
          assertThat(run(session, update).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(query("select convert_from(field0, 'UTF8') from plain")).isEqualTo("new");
        });
  }

  private static String said(Outcome failed) {
    return Objects.requireNonNull(failed.message()).get();
  }

  @Test
  void rowsAreFoundByTheIndexedColumn() throws Exception {
    opened(
        Map.of("table", "parts", "index-values", "10", "key-type", "number"),
        (_, session) -> {
          for (int key = 0; key < 40; key++) {
            run(session, TestOperation.on(OperationType.INSERT, key, "x"));
          }
          assertThat(run(session, TestOperation.on(TableOperations.INDEX_READ, 13)).items())
              .isEqualTo(4);
          assertThat(query("select count(*) from parts where indexed = 3")).isEqualTo("4");
        });
  }

  @Test
  void aKeyTwiceInABulkIsWrittenWithItsLastRow() throws Exception {
    opened(
        Map.of("table", "twice"),
        (_, session) -> {
          var keys = List.of(TestKey.of(1), TestKey.of(2), TestKey.of(1));
          var rows =
              List.of(
                  TestOperation.TestRow.of("a"),
                  TestOperation.TestRow.of("b"),
                  TestOperation.TestRow.of("c"));
          var bulk = TestOperation.bulk(OperationType.BULK_WRITE, keys, rows);
          assertThat(run(session, bulk).items()).isEqualTo(3);
          assertThat(
                  query(
                      "select string_agg(convert_from(field0, 'UTF8'), '' order by id) from twice"))
              .isEqualTo("cb");
        });
  }

  @Test
  void usersStatementsAreOperationsWithBoundAndRandomValues() throws Exception {
    String statements =
        """
        count-all: select count(*)::int from drawn -- not :a parameter
        add: insert into drawn values (:key-number, :{uniform(5,7)}, ':key', :field0)
        find: select * from drawn
              where k = :key-number
        move: update drawn set v = v - 10 where k = :key-number;
              update drawn set v = v + 10 where k = :key-number + 1
        """;
    query("create table drawn (k bigint primary key, v bigint, t text, f bytea)");
    Map<String, String> settings = Map.of("table", "", "statements", statements);
    JdbcDriver driver = new JdbcDriver();
    assertThat(driver.operations(TestTarget.values(driver, settings)))
        .extracting(OperationType::name)
        .containsExactlyInAnyOrder(
            "add", "begin", "commit", "count-all", "find", "move", "rollback");
    opened(
        settings,
        (_, session) -> {
          OperationType add = OperationType.writing("add");
          assertThat(run(session, TestOperation.on(add, 1, "x")).status())
              .isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, TestOperation.on(add, 2, "x")).items()).isEqualTo(1);
          assertThat(query("select count(*) from drawn where v between 5 and 7 and t = ':key'"))
              .isEqualTo("2");
          assertThat(run(session, "find", 1).items()).isEqualTo(1);
          assertThat(run(session, "find", 9).status()).isEqualTo(Status.NOT_FOUND);
          assertThat(run(session, "move", 1).items()).isEqualTo(2);
          assertThat(query("select max(v) - min(v) from drawn")).matches("1[89]|2[012]");
        });
  }

  @Test
  void theSideOfAStatementIsWhatItsNameSays() {
    JdbcDriver driver = new JdbcDriver();
    String statements = "next (write): select nextval('s')\nplain: select 1\nlog (read): insert 1";
    assertThat(driver.operations(TestTarget.values(driver, Map.of("statements", statements))))
        .contains(
            new OperationType("next", OperationType.Side.WRITES, false, false),
            OperationType.reading("plain"),
            OperationType.reading("log"));
    assertThatThrownBy(() -> TestTarget.values(driver, Map.of("statements", "a (both): select 1")))
        .hasMessageContaining("(read) or (write)");
  }

  @Test
  void theTableIsMaintainedAndItsSchemaChangesWhileOperationsGoOn() throws Exception {
    opened(
        Map.of("table", "kept"),
        (client, session) -> {
          assertThat(client.hooks())
              .containsOnlyKeys(
                  "analyze",
                  "checkpoint",
                  "vacuum",
                  "vacuum-full",
                  "add-column",
                  "drop-column",
                  "add-index",
                  "drop-index",
                  "sql");
          for (String hook : List.of("analyze", "vacuum", "vacuum-full", "checkpoint")) {
            assertThat(client.runHook(hook, "")).startsWith("done: ");
          }
          assertThat(
                  query("select vacuum_count > 0 from pg_stat_user_tables where relname = 'kept'"))
              .isEqualTo("t");
          run(session, TestOperation.on(OperationType.INSERT, 1, "a"));
          assertThat(client.runHook("add-column", "note varchar(20)"))
              .isEqualTo("done: alter table \"kept\" add column \"note\" varchar(20)");
          assertThat(client.runHook("add-index", "field0(8)")).contains("concurrently");
          assertThat(query("select indexdef from pg_indexes where indexname = 'plimsoll_field0'"))
              .contains("kept", "field0");
          assertThat(run(session, TestOperation.on(OperationType.UPDATE, 1, "b")).status())
              .isEqualTo(Status.SUCCEEDED);
          client.runHook("drop-index", "field0");
          client.runHook("drop-column", "note");
          assertThat(client.runHook("sql", "comment on table kept is 'x'")).startsWith("done");
          assertThatThrownBy(() -> client.runHook("drop-column", "absent"))
              .hasMessageContaining("column \"absent\"")
              .hasMessageNotContaining("\n");
          assertThatThrownBy(() -> client.runHook("add-column", "note text; drop table kept"))
              .hasMessageContaining("must have a name and a type");
        });
  }

  @Test
  void anUnknownPlaceholderIsReportedWithTheAllowedOnes() {
    assertThatThrownBy(() -> opened(Map.of("statements", "a: select :feild0"), (_, _) -> {}))
        .hasMessageContaining("'feild0'")
        .hasMessageContaining("key-number")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aTransactionIsVisibleOnceCommittedAndNeverIfAStepFindsNothing() throws Exception {
    String statements = "mark: update steps set v = v + 1 where k = :key-number";
    query("create table steps (k bigint primary key, v bigint)");
    query("insert into steps values (1, 0), (2, 0)");
    opened(
        Map.of("table", "", "statements", statements),
        (_, session) -> {
          run(session, step("begin", 1, Place.FIRST));
          run(session, step("mark", 1, Place.MIDDLE));
          assertThat(query("select v from steps where k = 1")).isEqualTo("0");
          run(session, step("commit", 1, Place.LAST));
          assertThat(query("select v from steps where k = 1")).isEqualTo("1");

          run(session, step("begin", 1, Place.FIRST));
          run(session, step("mark", 1, Place.MIDDLE));
          assertThat(run(session, step("mark", 77, Place.MIDDLE)).status())
              .isEqualTo(Status.NOT_FOUND);
          run(session, step("mark", 2, Place.ALONE));
          assertThat(query("select string_agg(v::text, ',' order by k) from steps"))
              .isEqualTo("1,1");
        });
  }

  @Test
  void aLaterOperationDoesNotJoinAnUnfinishedTransaction() throws Exception {
    query("create table left_open (k bigint primary key, v bigint)");
    query("insert into left_open values (1, 0)");
    String statements = "mark: update left_open set v = v + 1 where k = :key-number";
    opened(
        Map.of("table", "", "statements", statements),
        (_, session) -> {
          run(session, step("begin", 1, Place.FIRST));
          run(session, step("mark", 1, Place.MIDDLE)); // its transaction never ends
          run(session, step("mark", 1, Place.ALONE));
          assertThat(query("select v from left_open")).isEqualTo("1");
        });
  }

  @Test
  void aTransactionLeftOpenByItsLastStepIsRolledBackAndHoldsNoLock() throws Exception {
    query("create table never_ended (k bigint primary key, v bigint)");
    query("insert into never_ended values (1, 0)");
    String statements = "mark: update never_ended set v = v + 1 where k = :key-number";
    opened(
        Map.of("table", "", "statements", statements),
        (_, session) -> {
          run(session, step("begin", 1, Place.FIRST));
          run(session, step("mark", 1, Place.LAST));
          query("set lock_timeout = '5s'; update never_ended set v = v + 10 where k = 1");
          assertThat(query("select v from never_ended")).isEqualTo("10");
        });
  }

  @Test
  void serializationFailuresAreRetriedAndCountedWithALiveLimit() throws Exception {
    query("create table counters (k bigint primary key, v bigint)");
    query("insert into counters values (1, 0)");
    String statements =
        "count: select v, pg_advisory_xact_lock_shared(8) from counters where k = 1;"
            + " update counters set v = v + 1 where k = 1";
    Map<String, String> settings =
        Map.of("table", "", "statements", statements, "isolation", "serializable");
    try (TestTarget context = context(settings);
        Client client = context.open();
        Session one = client.openSession();
        Session other = client.openSession()) {
      List<Outcome> refused = both(one, other);
      assertThat(refused)
          .extracting(Outcome::failureCode)
          .containsExactlyInAnyOrder(null, "serialization-failure");

      Map<String, String> changed = new HashMap<>(settings);
      changed.put("retries", "20");
      client.settingsChanged(TestTarget.values(new JdbcDriver(), changed));
      List<Outcome> repeated = both(one, other);
      assertThat(repeated).allMatch(outcome -> outcome.status() == Status.SUCCEEDED);
      assertThat(repeated.stream().mapToInt(Outcome::attempts).sum()).isGreaterThan(2);
      assertThat(query("select v from counters")).isEqualTo("3");
    }
  }

  /**
   * Runs the same transaction in two sessions at once; both read before either writes, because a
   * lock holds back the answers to their reads until both have begun.
   */
  private static List<Outcome> both(Session one, Session other) throws Exception {
    Ending first = new Ending();
    Ending second = new Ending();
    try (Connection holder = connect();
        Statement statement = holder.createStatement()) {
      statement.execute("select pg_advisory_lock(8)");
      one.execute(step("count", 1, Place.ALONE), first);
      other.execute(step("count", 1, Place.ALONE), second);
      String waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted";
      await().atMost(Duration.ofSeconds(60)).until(() -> query(waiting).equals("2"));
    }
    return List.of(first.outcome(), second.outcome());
  }

  @Test
  void deadlocksTimeoutsAndCancellationsHaveTheirOwnCodes() throws Exception {
    String statements =
        """
        slow: select pg_sleep(30)
        wrong: selct 1
        missing: select 1 from no_such_table
        divide: select 1 / (:key-number - :key-number)
        """;
    opened(
        Map.of("table", "", "statements", statements, "statement-timeout", "50ms"),
        (client, session) -> {
          assertThat(run(session, "slow", 1).failureCode()).isEqualTo("statement-timeout");
          // A busy server may need longer than the timeout for any other statement.
          client.settingsChanged(
              TestTarget.values(
                  new JdbcDriver(),
                  Map.of("table", "", "statements", statements, "statement-timeout", "0")));
          assertThat(run(session, "wrong", 1).failureCode()).isEqualTo("bad-statement");
          assertThat(run(session, "missing", 1).failureCode()).isEqualTo("no-such-table");
          Outcome divided = run(session, "divide", 1);
          assertThat(divided.failureCode()).isEqualTo("bad-value");
          assertThat(said(divided)).isEqualTo("ERROR: division by zero");

          Ending slow = new Ending();
          session.execute(TestOperation.on(OperationType.reading("slow"), 1), slow);
          String cancel =
              "select count(pg_cancel_backend(pid)) from pg_stat_activity"
                  + " where query like 'select pg_sleep%' and state = 'active'";
          await().atMost(Duration.ofSeconds(20)).until(() -> !query(cancel).equals("0"));
          assertThat(slow.outcome().failureCode()).isEqualTo("query-cancelled");
        });
  }

  @Test
  void isolationChangesLiveAndReturnsToTheServersDefault() throws Exception {
    String statements =
        "level: select f from (select current_setting('transaction_isolation') f) s"
            + " where f = convert_from(:field0, 'UTF8')";
    Map<String, String> live = new HashMap<>(Map.of("table", "", "statements", statements));
    opened(
        live,
        (client, session) -> {
          OperationType level = OperationType.writing("level");
          assertThat(run(session, TestOperation.on(level, 1, "read committed")).status())
              .isEqualTo(Status.SUCCEEDED);
          live.put("isolation", "serializable");
          client.settingsChanged(TestTarget.values(new JdbcDriver(), live));
          assertThat(run(session, TestOperation.on(level, 1, "serializable")).status())
              .isEqualTo(Status.SUCCEEDED);
          live.put("isolation", "default");
          client.settingsChanged(TestTarget.values(new JdbcDriver(), live));
          assertThat(run(session, TestOperation.on(level, 1, "read committed")).status())
              .isEqualTo(Status.SUCCEEDED);
        });
  }

  @Test
  void aPoolGrowsAndShrinksLiveAlsoWithWaitingOperations() throws Exception {
    Map<String, String> live =
        new HashMap<>(
            Map.of(
                "table", "",
                "connections", "2",
                "statements", "wait: select pg_advisory_lock_shared(7)",
                "properties", "ApplicationName=pooled"));
    opened(
        live,
        (client, session) -> {
          awaitConnections("2");
          live.put("connections", "5");
          client.settingsChanged(TestTarget.values(new JdbcDriver(), live));
          awaitConnections("5");
          List<Ending> waiting = new ArrayList<>();
          try (Connection holder = connect();
              Statement statement = holder.createStatement()) {
            statement.execute("select pg_advisory_lock(7)");
            for (int i = 0; i < 5; i++) {
              Ending ending = new Ending();
              client
                  .openSession()
                  .execute(TestOperation.on(OperationType.reading("wait"), i), ending);
              waiting.add(ending);
            }
            awaitConnections("5");
          }
          assertThat(waiting).allMatch(each -> each.outcome().status() == Status.SUCCEEDED);
          live.put("connections", "1");
          client.settingsChanged(TestTarget.values(new JdbcDriver(), live));
          awaitConnections("1");
          assertThat(run(session, "wait", 1).status()).isEqualTo(Status.SUCCEEDED);
          live.put("connections", "per-session");
          assertThatThrownBy(
                  () -> client.settingsChanged(TestTarget.values(new JdbcDriver(), live)))
              .hasMessageContaining("must stay a number");
        });
  }

  private static void awaitConnections(String count) {
    String counting = "select count(*) from pg_stat_activity where application_name = 'pooled'";
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(query(counting)).isEqualTo(count));
  }

  @Test
  void lockedUpdatesLoseNoUpdate() throws Exception {
    opened(
        Map.of("table", "locked"),
        (client, session) -> {
          var locked = TestOperation.on(TableOperations.LOCKED_UPDATE, 1, "new");
          assertThat(run(session, locked).status()).isEqualTo(Status.NOT_FOUND);
          run(session, TestOperation.on(OperationType.INSERT, 1, "old"));
          assertThat(run(session, locked).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(query("select convert_from(field0, 'UTF8') from locked")).isEqualTo("new");
          assertThat(
                  query("select count(*) from pg_stat_activity where state like '%transaction%'"))
              .isEqualTo("0");
        });
  }

  @Test
  void rowsAreCountedAndTruncatedAndFactsDescribeTheServer() throws Exception {
    opened(
        Map.of("table", "counted", "fetch-size", "3"),
        (client, session) -> {
          var rows = TestOperation.bulk(OperationType.BULK_WRITE, 0, 30, "x");
          assertThat(run(session, rows).items()).isEqualTo(30);
          client.filled();
          assertThat(client.count()).hasValue(30);
          assertThat(run(session, TestOperation.scan(TestKey.of(0), 20)).items()).isEqualTo(20);
          assertThat(client.telemetry()).containsKeys("commits_total", "wal_bytes_total");
          assertThat(client.facts())
              .containsEntry("product", "PostgreSQL")
              .containsEntry("isolation", "read-committed")
              .containsKeys("version", "synchronous_commit", "shared_buffers");
          client.truncate();
          assertThat(client.count()).hasValue(0);
        });
  }

  /** What is shown, beside what the statistics of the server say before and after. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          commits_total | select xact_commit from pg_stat_database where $this
          blocks_hit_total | select blks_hit from pg_stat_database where $this
          rows_inserted_total | select tup_inserted from pg_stat_database where $this
          transactions_seconds_sum | select active_time / 1000 from pg_stat_database where $this
          temporary_bytes_total | select temp_bytes from pg_stat_database where $this
          wal_records_total | select wal_records from pg_stat_wal
          wal_bytes_total | select wal_bytes from pg_stat_wal
          """)
  void unitsOfTelemetryAreThoseOfTheStatistics(String shown, String shortSql) throws Exception {
    String sql = shortSql.replace("$this", "datname = current_database()");
    opened(
        Map.of("table", "measured"),
        (client, session) -> {
          for (int key = 0; key < 50; key++) {
            run(session, TestOperation.on(OperationType.INSERT, key, "a", "b"));
          }
          double before = Double.parseDouble(query(sql));
          Double value = client.telemetry().get(shown);
          assertThat(value).isBetween(before, Double.parseDouble(query(sql)));
        });
  }

  @Test
  void aWrongPasswordIsReportedWithoutItsText() {
    assertThatThrownBy(() -> opened(Map.of("password", "wrong-9"), (_, _) -> {}))
        .hasMessageContaining("rejected the user or the password")
        .hasMessageNotContaining("wrong-9")
        .hasMessageNotContaining("\n");
  }
}
