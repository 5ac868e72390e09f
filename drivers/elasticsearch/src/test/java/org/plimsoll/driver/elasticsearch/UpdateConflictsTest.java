package org.plimsoll.driver.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests changes of one document at the same time, as operations with popular keys make them. */
@ExtendWith(SharedOpenSearch.class)
class UpdateConflictsTest {
  private static final TestKey KEY = TestKey.of(1);

  @Test
  void changesAtTheSameTimeConflictUnlessTheServerRepeatsThem() throws Exception {
    OpenSearchDriver driver = new OpenSearchDriver();
    String address = SharedOpenSearch.address() + "/conflicts";
    List<String> fields = List.of("field0", "field1");
    List<Session> sessions = new ArrayList<>();
    try (TestTarget target =
            new TestTarget(driver, address, Map.of("schema", "temporary"), fields);
        Client client = target.open()) {
      client.create();
      for (int i = 0; i < 16; i++) {
        sessions.add(client.openSession());
      }
      TestRow whole = TestRow.of("old", "old");
      assertThat(end(sessions.subList(0, 1), OperationType.INSERT, whole)).isEmpty();

      TestRow part = TestRow.partial(List.of("field0"), List.of(new byte[] {'n'}));
      List<String> failures = List.of();
      while (failures.isEmpty()) { // how many collide is the server's matter
        failures = end(sessions, OperationType.UPDATE, part);
      }
      assertThat(failures).containsOnly("conflict");

      client.settingsChanged(TestTarget.values(driver, Map.of("retry-on-conflict", "100")));
      for (int round = 0; round < 5; round++) {
        assertThat(end(sessions, OperationType.UPDATE, part)).isEmpty();
      }
    } finally {
      sessions.forEach(Session::close);
    }
  }

  /** Executes an operation in all sessions at once, and returns the codes of those that failed. */
  private static List<String> end(List<Session> sessions, OperationType type, TestRow row) {
    TestOperation operation = TestOperation.on(type, KEY, row);
    List<Ending> all = Stream.generate(Ending::new).limit(sessions.size()).toList();
    for (int i = 0; i < all.size(); i++) {
      sessions.get(i).execute(operation, all.get(i));
    }
    return all.stream()
        .map(Ending::outcome)
        .filter(each -> each.status() != Status.SUCCEEDED)
        .map(each -> Objects.requireNonNull(each.failureCode()))
        .toList();
  }
}
