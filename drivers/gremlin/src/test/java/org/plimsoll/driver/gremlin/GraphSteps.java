package org.plimsoll.driver.gremlin;

import static org.assertj.core.api.Assertions.assertThat;

import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Steps that tests of remote and of embedded graphs share. */
final class GraphSteps {
  static final int VERTICES = 60;

  private GraphSteps() {}

  static Outcome run(Session session, OperationType type, long key, String... values) {
    return run(session, TestOperation.on(type, key, values));
  }

  static Outcome run(Session session, TestOperation operation) {
    Ending ending = new Ending();
    session.execute(operation, ending);
    return ending.outcome();
  }

  static void insert(Session session, int vertices) {
    for (int key = 0; key < vertices; key++) {
      Outcome outcome = run(session, OperationType.INSERT, key, "value");
      assertThat(outcome.status()).as(outcome.failureCode()).isEqualTo(Status.SUCCEEDED);
    }
  }

  /** Builds a graph with two edges from each vertex and a supernode, and traverses it. */
  static void buildAndTraverse(Client client, Session session, TestTarget target) throws Exception {
    insert(session, VERTICES);
    assertThat(client.count()).hasValue(VERTICES);
    long degrees = 0;
    for (int key = 0; key < VERTICES; key++) {
      degrees += run(session, GraphOperations.DEGREE, key).items();
    }
    long edges = target.counts().getOrDefault("added-edges", 0L);
    // Each vertex draws two others, which may be the same.
    assertThat(edges).isBetween((long) VERTICES - 1, 2L * VERTICES);
    assertThat(degrees).isEqualTo(2 * edges);
    int supernode = run(session, GraphOperations.DEGREE, 0).items();
    assertThat(supernode).isGreaterThan(VERTICES / 2);
    assertThat(run(session, GraphOperations.ADD_EDGE, 5).status()).isEqualTo(Status.SUCCEEDED);
    assertThat(target.counts().getOrDefault("added-edges", 0L)).isEqualTo(edges + 1);
    assertThat(run(session, GraphOperations.ADD_EDGE, VERTICES + 5).status())
        .isEqualTo(Status.NOT_FOUND);
    Outcome neighbors = run(session, GraphOperations.READ_NEIGHBORS, 0);
    assertThat(neighbors.items()).isGreaterThanOrEqualTo(supernode);
    assertThat(neighbors.payloadBytes()).isEqualTo(neighbors.items() * 5L);
    // Two hops over a supernode reach most of the graph.
    assertThat(run(session, GraphOperations.K_HOP, VERTICES - 1).items())
        .isBetween(VERTICES / 2, VERTICES);
    client.truncate();
    assertThat(client.count()).hasValue(0);
  }
}
