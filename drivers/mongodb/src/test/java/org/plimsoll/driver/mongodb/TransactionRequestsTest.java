package org.plimsoll.driver.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.MongoJavaServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;

/**
 * Tests the requests of a transaction. The server is a re-implementation that calls itself a
 * replica set and records what it was sent; what MongoDB does with them is not tested.
 */
class TransactionRequestsTest extends DriverUnderTest {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = MongoJavaServer.start(Path.of("../.."), folder, "replica-set");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new MongoDbDriver();
  }

  @Override
  protected String address() {
    return server.address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "replica-set", "plimsoll", "write-concern", "majority", "read-preference", "nearest");
  }

  private void step(Session session, OperationType type, Place place) {
    var operation = TestOperation.any(type, key(), smallRow()).at(place);
    assertThat(execute(session, operation).outcome().status()).isEqualTo(Status.SUCCEEDED);
  }

  /** What the server was sent in transactions since the last call. */
  private static List<String> requests(int atLeast) {
    List<String> all = new ArrayList<>();
    try (MongoClient client = MongoClients.create("mongodb://" + server.address())) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> {
            all.addAll(
                client
                    .getDatabase("admin")
                    .runCommand(new Document("requestsOfTransactions", 1))
                    .getList("requests", String.class));
            return all.size() >= atLeast;
          });
    }
    return all;
  }

  @Test
  void aTransactionStartsWithItsFirstRequestAndIsCommittedWithTheWriteConcern() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        step(session, MongoDbSession.BEGIN, Place.FIRST);
        step(session, OperationType.INSERT, Place.MIDDLE);
        step(session, OperationType.SCAN, Place.MIDDLE);
        step(session, MongoDbSession.COMMIT, Place.LAST);
        step(session, OperationType.INSERT, Place.ALONE);
      }
    });
    List<String> sent = requests(3);
    assertThat(sent).hasSize(3);
    assertThat(sent.get(0)).isEqualTo("update autocommit=false starts");
    assertThat(sent.get(1)).isEqualTo("find autocommit=false");
    assertThat(sent.get(2)).startsWith("commitTransaction autocommit=false").contains("majority");
  }

  @Test
  void aTransactionWhoseStepFindsNothingOrHasNoNextIsAborted() throws Exception {
    opened((Client client) -> {
      try (Session session = client.openSession()) {
        step(session, MongoDbSession.BEGIN, Place.FIRST);
        var read = TestOperation.on(OperationType.READ, key()).at(Place.MIDDLE);
        assertThat(execute(session, read).outcome().status()).isEqualTo(Status.NOT_FOUND);
        assertThat(requests(2)).last().asString().startsWith("abortTransaction");

        step(session, MongoDbSession.BEGIN, Place.FIRST);
        step(session, OperationType.INSERT, Place.MIDDLE);
        step(session, OperationType.INSERT, Place.ALONE); // of another transaction that was cut
        assertThat(requests(2)).last().asString().startsWith("abortTransaction");

        step(session, MongoDbSession.BEGIN, Place.FIRST);
        step(session, OperationType.INSERT, Place.MIDDLE);
        step(session, MongoDbSession.ROLLBACK, Place.LAST);
        assertThat(requests(2)).last().asString().startsWith("abortTransaction");
      }
    });
  }

  @Test
  void factsNameTheReplicaSetAndTheRoleOfEachNode() throws Exception {
    opened(client ->
        assertThat(client.facts())
            .containsEntry("replica-set", "plimsoll")
            .containsEntry("node " + server.address(), "primary"));
  }
}
