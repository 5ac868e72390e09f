package org.plimsoll.driver.h2;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** What the settings of MVStore change. */
class H2SettingsTest extends DriverUnderTest {
  @TempDir Path folder;

  @Override
  protected Driver driver() {
    return new H2Driver();
  }

  @Override
  protected String address() {
    return folder.resolve("store").toString();
  }

  @Test
  void writesAreUnsavedOnlyWithDurabilityMemory() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        execute(session, write(key(), smallRow())).outcome();
        double saved = requireNonNull(client.telemetry().get("file_writes_total"));
        execute(session, write(key(), smallRow())).outcome();
        double afterOne = requireNonNull(client.telemetry().get("file_writes_total"));
        assertThat(afterOne).isGreaterThan(saved);
        client.settingsChanged(
            TestTarget.values(
                driver(), Map.of("durability", "memory", "commit-delay", "1h", "cache", "2MiB")));
        execute(session, write(key(), smallRow())).outcome();
        assertThat(client.telemetry().get("unsaved_bytes")).isPositive();
        assertThat(client.facts())
            .containsEntry("cache bytes", "2097152")
            .containsEntry("commit delay", "3600000 ms");
      }
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "lzf", "deflate"})
  void everyCompressionKeepsRows(String compression) throws Exception {
    TestKey key = key();
    TestRow row = TestRow.of("v42".repeat(10_000));
    opened(
        address(),
        Map.of("compression", compression),
        client -> {
          execute(client.openSession(), write(key, row)).outcome();
          assertThat(client.facts()).containsEntry("compression", compression);
        });
    opened(client -> assertHolds(client.openSession(), key, row));
  }
}
