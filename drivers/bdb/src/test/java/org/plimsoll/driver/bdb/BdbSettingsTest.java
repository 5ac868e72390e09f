package org.plimsoll.driver.bdb;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.TestTarget;

/** What the settings of Berkeley DB JE change. */
class BdbSettingsTest extends DriverUnderTest {
  @TempDir Path folder;

  @Override
  protected Driver driver() {
    return new BdbDriver();
  }

  @Override
  protected String address() {
    return folder.resolve("store").toString();
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "field2");
  }

  @Test
  void onlyWritesWithDurabilityDiskSyncTheLog() throws Exception {
    opened(
        address(),
        Map.of("cleaners", "0"),
        client -> {
          try (Session session = client.openSession()) {
            double before = requireNonNull(client.telemetry().get("log_syncs_total"));
            execute(session, write(key(), smallRow())).outcome();
            assertThat(client.telemetry()).containsEntry("log_syncs_total", before);
            client.settingsChanged(TestTarget.values(driver(), Map.of("durability", "disk")));
            for (int i = 0; i < 3; i++) {
              execute(session, write(key(), smallRow())).outcome();
            }
            assertThat(client.telemetry().get("log_syncs_total"))
                .isGreaterThanOrEqualTo(before + 3);
          }
        });
  }

  @Test
  void theCacheChangesDuringARun() throws Exception {
    opened(client -> {
      client.settingsChanged(TestTarget.values(driver(), Map.of("cache", "4MiB")));
      assertThat(client.facts()).containsEntry("cache bytes", "4194304");
    });
  }

  @Test
  void aSizeThatTheEngineRefusesIsReported() {
    assertThatThrownBy(() -> opened(address(), Map.of("log-file", "10"), client -> {}))
        .hasMessageContaining("je.log.fileMax");
  }
}
