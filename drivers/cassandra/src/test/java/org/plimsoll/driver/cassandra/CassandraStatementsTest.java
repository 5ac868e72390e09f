package org.plimsoll.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.OperationType.Side;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Tests the user's own statements in CQL. */
@ExtendWith(SharedCassandra.class)
class CassandraStatementsTest {
  private static final String DEFINITIONS =
      """
      create table if not exists users (
        id bigint, at int, name text, photo blob, score double, primary key (id, at));
      create table if not exists visits (id bigint primary key, count counter);
      """;

  private static final String STATEMENTS =
      """
      add-user: insert into users (id, at, name, photo, score)
                values (:key-number, :{uniform(3,5)}, ':key', :field0, :{1000})
      add-once: insert into users (id, at, name) values (:key, 0, :key-text) if not exists
      rename: update users set name = :field0 where id = :key and at = 0 if exists
      latest: select * from users where id = :key order by at desc limit :{constant(2)}
      visit (write): update visits set count = count + 1 where id = :key
      audited (write): select name from users where id = :key
      both: update users set score = 1 where id = :key and at = 0;
            update users set score = 2 where id = :key and at = 1
      unlogged: begin unlogged batch
                  insert into users (id, at, name) values (:key, 7, :key-text);
                  insert into users (id, at, name) values (:key, 8, 'b');
                apply batch
      """;

  private final Driver driver = new CassandraDriver();

  private interface Work {
    void with(Session session, TestTarget context) throws Exception;
  }

  private void opened(String keyspace, Map<String, String> settings, Work work) throws Exception {
    Map<String, String> all = new HashMap<>(SharedCassandra.CREDENTIALS);
    all.put("table", "");
    all.put("definitions", DEFINITIONS);
    all.putAll(settings);
    try (TestTarget context =
            new TestTarget(
                driver, SharedCassandra.address() + "/" + keyspace, all, List.of("field0"));
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(session, context);
      }
    }
  }

  private Outcome run(Session session, String name, long key) {
    OperationType type =
        driver.operations(TestTarget.values(driver, Map.of("statements", STATEMENTS))).stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow();
    Ending ending = new Ending();
    session.execute(
        type.row() ? TestOperation.on(type, key, "value") : TestOperation.on(type, key), ending);
    return ending.outcome();
  }

  private static List<Row> rows(String question) {
    try (CqlSession cql =
        CqlSession.builder()
            .addContactPoint(
                new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), SharedCassandra.server().port()))
            .withLocalDatacenter("datacenter1")
            .withAuthCredentials("cassandra", "cassandra")
            .build()) {
      return cql.execute(SimpleStatement.newInstance(question).setTimeout(Duration.ofSeconds(20)))
          .all();
    }
  }

  @Test
  void statementsReplaceTheGenericOperationsWhereThereIsNoTable() {
    Map<String, OperationType> byName = new HashMap<>();
    driver
        .operations(TestTarget.values(driver, Map.of("table", "", "statements", STATEMENTS)))
        .forEach(type -> byName.put(type.name(), type));
    assertThat(byName)
        .containsOnlyKeys(
            "add-user", "add-once", "rename", "latest", "visit", "audited", "both", "unlogged");
    assertThat(byName.get("latest")).isEqualTo(OperationType.reading("latest"));
    assertThat(Objects.requireNonNull(byName.get("audited")).side()).isEqualTo(Side.WRITES);
    assertThat(byName.get("rename")).isEqualTo(OperationType.writing("rename"));
    assertThat(Objects.requireNonNull(byName.get("visit")).row()).isFalse();
    assertThat(driver.operations(TestTarget.values(driver, Map.of("statements", STATEMENTS))))
        .contains(OperationType.READ)
        .contains(byName.get("latest"));
  }

  @Test
  void usersStatementsBindKeysFieldsAndRandomValuesInTheTypesOfTheirColumns() throws Exception {
    opened(
        "own_cql",
        Map.of("statements", STATEMENTS),
        (session, _) -> {
          assertThat(run(session, "latest", 1).status()).isEqualTo(Status.NOT_FOUND);
          Outcome added = run(session, "add-user", 1);
          assertThat(added.status()).isEqualTo(Status.SUCCEEDED);
          assertThat(added.payloadBytes()).isEqualTo(5);
          IntStream.range(0, 40).forEach(_ -> run(session, "add-user", 1));
          assertThat(rows("select at from own_cql.users where id = 1"))
              .extracting(row -> row.getInt(0))
              .containsExactly(3, 4, 5);
          Row row = rows("select * from own_cql.users where id = 1 and at = 3").getFirst();
          assertThat(row.getString("name")).isEqualTo(":key");
          assertThat(row.getDouble("score")).isEqualTo(1000);
          assertThat(Objects.requireNonNull(row.getByteBuffer("photo")).remaining()).isEqualTo(5);
          assertThat(run(session, "latest", 1).items()).isEqualTo(2);
        });
  }

  @Test
  void conditionsThatDidNotHoldAreCountedAndBatchesAreWrittenAsOne() throws Exception {
    opened(
        "own_cql_conditions",
        Map.of("statements", STATEMENTS),
        (session, context) -> {
          assertThat(run(session, "rename", 2).status()).isEqualTo(Status.NOT_FOUND);
          assertThat(run(session, "add-once", 2).items()).isEqualTo(1);
          assertThat(run(session, "add-once", 2).items()).isZero();
          assertThat(context.counts()).containsEntry("not-applied", 2L);
          assertThat(run(session, "rename", 2).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "both", 2).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "unlogged", 2).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(rows("select at from own_cql_conditions.users where id = 2"))
              .extracting(row -> row.getInt(0))
              .containsExactly(0, 1, 7, 8);
          run(session, "visit", 2);
          run(session, "visit", 2);
          assertThat(rows("select count from own_cql_conditions.visits").getFirst().getLong(0))
              .isEqualTo(2);
          assertThat(run(session, "audited", 2).items()).isEqualTo(4);
        });
  }

  @Test
  void aStatementThatCannotBePreparedIsNamedWithTheReason() {
    assertThatThrownBy(() -> opened("own_bad", Map.of("statements", "a: selec x"), (_, _) -> {}))
        .hasMessageContaining("statements: the server refuses a:")
        .hasMessageContaining("selec");
    assertThatThrownBy(
            () -> opened("own_bad", Map.of("statements", "a: select :feild0"), (_, _) -> {}))
        .hasMessageContaining("'feild0'")
        .hasMessageContaining("key-number");
    assertThatThrownBy(() ->
            opened(
                "own_bad",
                Map.of("statements", "a: select * from users where id = :key-bytes"),
                (_, _) -> {}))
        .hasMessage("statements: a cannot bind :key-bytes to id, which is a bigint");
    assertThatThrownBy(() ->
            opened(
                "own_bad",
                Map.of("statements", "a: select * from users; select * from users"),
                (_, _) -> {}))
        .hasMessageContaining("one statement, or several of insert, update and delete");
  }

  @Test
  void aRackWithoutNodesIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> opened("own_rack", Map.of("local-rack", "r9"), (_, _) -> {}))
        .hasMessage("local-rack: must be one of rack1, was 'r9'");
  }
}
