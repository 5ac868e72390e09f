package org.plimsoll.driver.gremlin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
}
