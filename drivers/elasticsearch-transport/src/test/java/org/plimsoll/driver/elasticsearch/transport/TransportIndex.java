package org.plimsoll.driver.elasticsearch.transport;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** An index of its own for a test, which is dropped at its end. */
final class TransportIndex {
  private TransportIndex() {}

  interface Work {
    void with(Client client, Session session, TestTarget context) throws Exception;
  }

  static void inIndex(String name, Map<String, String> settings, Work work) throws Exception {
    at(SharedElasticsearch.address() + "/" + name, settings, work);
  }

  static void at(String address, Map<String, String> settings, Work work) throws Exception {
    try (TestTarget context = target(address, settings)) {
      in(context, work);
    }
  }

  static void in(TestTarget context, Work work) throws Exception {
    try (Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session, context);
      }
    }
  }

  static TestTarget target(String address, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("schema", "temporary");
    return new TestTarget(new TransportDriver(), address, all, List.of("field0", "field1"));
  }

  static Outcome run(Session session, String operation, long key, String... values) {
    OperationType type =
        TransportOperations.ALL.stream()
            .filter(each -> each.name().equals(operation))
            .findFirst()
            .orElseThrow();
    return run(session, TestOperation.on(type, key, values));
  }

  static Outcome run(Session session, TestOperation operation) {
    Ending ending = new Ending();
    session.execute(operation, ending);
    return ending.outcome();
  }
}
