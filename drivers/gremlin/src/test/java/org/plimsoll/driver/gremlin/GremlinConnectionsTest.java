package org.plimsoll.driver.gremlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.TestTarget;

/** Tests when connections to a server are opened and closed. */
@ExtendWith(SharedJanusGraph.class)
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD) // the library can wait for ever
class GremlinConnectionsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Test
  void aThreadThatIsInterruptedWhileItConnectsLeavesNoConnection() {
    try (FaultProxy proxy = FaultProxy.to(SharedJanusGraph.server().port());
        TestTarget target =
            new TestTarget(new GremlinDriver(), proxy.address(), Map.of(), List.of("field0"))) {
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(target::open).hasRootCauseInstanceOf(InterruptedException.class);
      } finally {
        boolean _ = Thread.interrupted();
      }
      assertThat(proxy.connectionsAccepted()).isPositive();
      await().atMost(PATIENCE).until(() -> proxy.socketsOpen() == 0);
    }
  }
}
