package org.plimsoll.driver.cassandrathrift;

import java.util.List;
import java.util.Map;
import org.plimsoll.api.Client;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Opens a target of the shared server for one test. */
final class OpenedTarget {
  /** Work with an opened target. */
  interface Work {
    void with(Client client, Session session, TestTarget context) throws Exception;
  }

  private OpenedTarget() {}

  static void with(String address, Map<String, String> settings, List<String> fields, Work work)
      throws Exception {
    try (TestTarget context =
            new TestTarget(
                new CassandraThriftDriver(),
                address,
                SharedThriftCassandra.with(settings),
                fields);
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session, context);
      }
    }
  }

  /** Opens a table in the keyspace {@code own}. */
  static void with(Map<String, String> settings, List<String> fields, Work work) throws Exception {
    with(SharedThriftCassandra.address() + "/own", settings, fields, work);
  }

  static Outcome run(Session session, TestOperation operation) {
    return ended(session, operation).outcome();
  }

  static Ending ended(Session session, TestOperation operation) {
    Ending ending = new Ending();
    session.execute(operation, ending);
    var _ = ending.outcome();
    return ending;
  }
}
