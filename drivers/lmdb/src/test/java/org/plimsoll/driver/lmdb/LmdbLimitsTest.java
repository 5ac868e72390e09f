package org.plimsoll.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;

/** What LMDB refuses, and what its settings change. */
class LmdbLimitsTest extends DriverUnderTest {
  @TempDir Path folder;

  @Override
  protected Driver driver() {
    return new LmdbDriver();
  }

  @Override
  protected String address() {
    return folder.resolve("store").toString();
  }

  @Test
  void aFullMapFailsWritesAndLeavesReads() throws Exception {
    opened(
        address(),
        Map.of("map-size", "1MiB"),
        client -> {
          TestKey first = key();
          var row = smallRow();
          try (Session session = client.openSession()) {
            execute(session, write(first, row)).outcome();
            String code = null;
            for (int i = 0; i < 100 && code == null; i++) {
              code = execute(session, write(key(), row(50_000))).outcome().failureCode();
            }
            assertThat(code).isEqualTo("map-full");
            assertHolds(session, first, row);
          }
          assertThat(client.telemetry()).containsEntry("map_size_bytes", 1048576.0);
        });
  }

  @Test
  void moreSessionsThanReadersAreRefusedAndAClosedOneFreesItsPlace() throws Exception {
    opened(
        address(),
        Map.of("max-readers", "2"),
        client -> {
          Session one = client.openSession();
          Session two = client.openSession();
          assertThatThrownBy(client::openSession).hasMessageContaining("maxreaders reached");
          two.close();
          try (Session three = client.openSession()) {
            assertThat(execute(three, write(key(), smallRow())).outcome().status())
                .isEqualTo(Outcome.Status.SUCCEEDED);
          }
          one.close();
        });
  }

  @Test
  void aKeyBeyondTheLimitFailsAlone() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey huge = TestKey.of(1, "k".repeat(512));
        Ending written = execute(session, write(huge, smallRow()));
        assertThat(written.outcome().failureCode()).isEqualTo("key-too-long");
        assertThat(written.message()).isEqualTo("a key must have at most 511 bytes, had 512");
        TestKey longest = TestKey.of(1, "k".repeat(511));
        var row = smallRow();
        assertThat(execute(session, write(longest, row)).outcome().status())
            .isEqualTo(Outcome.Status.SUCCEEDED);
        assertHolds(session, longest, row);
      }
    });
  }

  @Test
  void aWriteMapAndNoReadAheadAreFactsAndKeepRows() throws Exception {
    TestKey key = key();
    var row = smallRow();
    Map<String, String> given =
        Map.of("write-map", "true", "read-ahead", "false", "map-size", "16MiB");
    opened(
        address(),
        given,
        client -> {
          assertThat(client.facts())
              .containsEntry("write map", "on")
              .containsEntry("read-ahead", "off");
          execute(client.openSession(), write(key, row)).outcome();
        });
    opened(client -> {
      try (Session session = client.openSession()) {
        assertHolds(session, key, row);
        var missing = TestOperation.on(OperationType.DELETE, key());
        assertThat(execute(session, missing).outcome()).isEqualTo(Outcome.notFound());
      }
    });
  }
}
