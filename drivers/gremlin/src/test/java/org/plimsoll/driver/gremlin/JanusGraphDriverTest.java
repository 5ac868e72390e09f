package org.plimsoll.driver.gremlin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverContract;

/** Tests the driver contract on Berkeley DB. A graph in memory ends with its client. */
class JanusGraphDriverTest extends DriverContract {
  @TempDir Path folder;

  @Override
  protected Driver driver() {
    return new JanusGraphDriver();
  }

  @Override
  protected String address() {
    return "berkeleyje:" + folder;
  }

  @Override
  protected int hugeValueBytes() {
    return 1_000_000;
  }

  /** The engine interrupts the calls of a session that it closes. */
  @Test
  void sessionsThatAreClosedDuringCallsLeaveTheGraphUsable() throws Exception {
    opened(client -> {
      for (int i = 0; i < 50; i++) {
        try (Session closed = client.openSession()) {
          execute(closed, write(key(), row(10_000)));
        }
      }
      try (Session session = client.openSession()) {
        assertThat(execute(session, write(key(), smallRow())).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
      }
    });
  }

  /** Their properties remain, so that the indexes of the second run are not usable at once. */
  @Test
  void indexesThatATemporaryRunHasDroppedAreEnabledAgain() throws Exception {
    Map<String, String> temporary = Map.of("schema", "temporary");
    opened(address(), temporary, this::indexesAreUsed);
    opened(
        address(),
        Map.of("schema", "none"),
        client -> {
          assertThat(client.count()).hasValue(0);
          assertThat(client.facts()).containsEntry("indexes", "");
        });
    opened(this::indexesAreUsed);
  }

  private void indexesAreUsed(Client client) throws Exception {
    assertThat(client.facts()).containsEntry("indexes", "by_plimsoll_key, by_plimsoll_number");
    var key = key();
    var row = smallRow();
    try (Session session = client.openSession()) {
      execute(session, write(key, row)).outcome();
      assertHolds(session, key, row);
    }
  }
}
