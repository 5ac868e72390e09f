package org.plimsoll.driver.gremlin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestTarget;

/** Tests that TinkerPop's own server is a target like JanusGraph Server. */
class TinkerGraphTest {
  @TempDir Path folder;

  @Test
  void anyGremlinServerIsATarget() throws Exception {
    try (RealServer server = GremlinServers.tinkerGraph(folder);
        TestTarget target =
            new TestTarget(
                new GremlinDriver(),
                server.address() + "/g",
                Map.of("edges", "2", "skew", "0.9", "schema", "temporary", "connections", "1"),
                List.of("field0"));
        Client client = target.open()) {
      client.create();
      assertThat(client.facts()).containsEntry("server", "TinkerGraph");
      try (Session session = client.openSession()) {
        GraphSteps.buildAndTraverse(client, session, target);
        GraphSteps.run(session, OperationType.INSERT, 1, "a");
        GraphSteps.run(session, OperationType.UPDATE, 1, "bc");
        assertThat(GraphSteps.run(session, OperationType.READ, 1).payloadBytes()).isEqualTo(2);
        assertThat(GraphSteps.run(session, OperationType.DELETE, 1).status())
            .isEqualTo(Status.SUCCEEDED);
        assertThat(GraphSteps.run(session, OperationType.READ, 1).status())
            .isEqualTo(Status.NOT_FOUND);
      }
      assertThat(client.telemetry().get("traversal_total")).isPositive();
    }
  }
}
