package org.plimsoll.driver.dynamodb.dax;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.driver.dynamodb.DynamoDbDriver;
import org.plimsoll.testkit.DynamoDbLocal;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** The driver with the add-on, a real table, and a DAX cluster that does not exist. */
class DaxAddOnTest {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = DynamoDbLocal.start(Path.of("../dynamodb/src/test/servers/dynamodb-local"), folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void operationsOnAnAbsentDaxClusterFailAndBypassingItWorks() throws Exception {
    String nobody = "dax://127.0.0.1:" + RealServer.freePort();
    Map<String, String> settings =
        new HashMap<>(
            TestTarget.named(
                "user",
                "local",
                "password",
                "local-secret",
                "dax-endpoint",
                nobody,
                "dax",
                "true",
                "connect-timeout",
                "1s"));
    try (TestTarget context =
            new TestTarget(
                new DynamoDbDriver(), server.address() + "/rows", settings, List.of("field0"));
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        assertThat(read(session).failureCode()).isEqualTo("connection-lost");
        settings.put("dax", "false");
        client.settingsChanged(TestTarget.values(new DynamoDbDriver(), settings));
        assertThat(read(session).status()).isEqualTo(Status.NOT_FOUND);
      }
    }
  }

  private static Outcome read(Session session) {
    Ending ending = new Ending();
    session.execute(TestOperation.on(OperationType.READ, 1), ending);
    return ending.outcome();
  }
}
