package org.plimsoll.api.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

class ConnectionSettingsTest {
  private static final Setting<String> CONNECTIONS = ConnectionSettings.connections(10_000);

  @Test
  void sessionsShareANumberOfConnectionsOrHaveTheirOwn() {
    assertThat(ConnectionSettings.count(CONNECTIONS.parse("10k"))).isEqualTo(10_000);
    assertThat(ConnectionSettings.count(CONNECTIONS.parse("per-session"))).isZero();
    for (String wrong : new String[] {"0", "10001", "auto", ""}) {
      assertThatThrownBy(() -> CONNECTIONS.parse(wrong))
          .hasMessage(
              "connections: must be a whole number from 1 to 10k, or per-session, was '"
                  + wrong
                  + "'");
    }
  }

  @Test
  void theDepthFollowsFromWhetherASessionOwnsItsConnection() {
    assertThat(depth("auto", 0)).isEqualTo(1);
    assertThat(depth("auto", 4)).isEqualTo(4096);
    assertThat(depth("3", 0)).isEqualTo(3);
    assertThat(depth("1k", 4)).isEqualTo(1000);
    assertThatThrownBy(() -> depth("0", 4))
        .hasMessage("pipeline-depth: must be a whole number from 1 to 100k, or auto, was '0'");
  }

  @Test
  void thereIsAtLeastOneThread() {
    assertThat(ConnectionSettings.ioThreads(set("io-threads", "3"))).isEqualTo(3);
    assertThat(ConnectionSettings.ioThreads(set("io-threads", "0")))
        .isEqualTo(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
  }

  private static int depth(String depth, int connections) {
    return ConnectionSettings.depth(
        set("pipeline-depth", depth), new SharedConnections<>(connections, () -> "", _ -> {}));
  }

  private static SettingValues set(String name, String text) {
    return new GivenSettings(Map.of(name, text));
  }
}
