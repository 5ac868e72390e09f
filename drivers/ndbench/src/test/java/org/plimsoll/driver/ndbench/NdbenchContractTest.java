package org.plimsoll.driver.ndbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;

/** The contract with a plugin as its author ships it, compiled only against the API of NDBench. */
class NdbenchContractTest extends DriverContract {
  private static final String NAME = "com.netflix.ndbench.plugin.MapClient";
  private static final String SOURCE =
      """
      package com.netflix.ndbench.plugin;

      import com.netflix.ndbench.api.plugin.*;
      import java.util.*;
      import java.util.concurrent.*;

      public class MapClient implements NdBenchClient {
        private final Map<String, String> rows = new ConcurrentHashMap<>();
        private DataGenerator data;

        public void init(DataGenerator data) throws Exception {
          this.data = data;
        }

        public String readSingle(String key) {
          return rows.get(key);
        }

        public String writeSingle(String key) {
          if (!key.matches("T[0-9]+")) {
            throw new IllegalArgumentException(key);
          }
          rows.put(key, data.getRandomValue());
          return null;
        }

        public List<String> readBulk(List<String> keys) {
          List<String> found = new ArrayList<>();
          for (String key : keys) {
            found.add(rows.get(key));
          }
          return found;
        }

        public List<String> writeBulk(List<String> keys) {
          if (new HashSet<>(keys).size() < keys.size()) {
            throw new IllegalArgumentException("a key came twice");
          }
          for (String key : keys) {
            writeSingle(key);
          }
          return keys;
        }

        public void shutdown() {}

        public String getConnectionInfo() {
          return "a map";
        }

        public String runWorkFlow() {
          return "done";
        }
      }
      """;

  private static final String REFUSING = "com.netflix.ndbench.plugin.RefusingClient";
  private static final String REFUSING_SOURCE =
      """
      package com.netflix.ndbench.plugin;

      import com.netflix.ndbench.api.plugin.DataGenerator;

      public class RefusingClient extends MapClient {
        @Override
        public void init(DataGenerator data) throws Exception {
          throw new Exception("no\\nhost");
        }
      }
      """;

  @TempDir static Path work;

  private static Path folder = Path.of("");

  @BeforeAll
  static void packPlugin() throws Exception {
    folder = PackedPlugin.of(work, Map.of(NAME, SOURCE, REFUSING, REFUSING_SOURCE));
  }

  @Override
  protected Driver driver() {
    return new NdbenchDriver();
  }

  @Override
  protected String address() {
    return NAME;
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("plugin", folder.toString());
  }

  @Test
  void aPluginReportsItsConnectionAndRunsItsWorkflow() throws Exception {
    opened(client -> {
      assertThat(client.facts()).containsEntry("connection", "a map");
      assertThat(client.runHook("run-workflow")).isEqualTo("done");
    });
  }

  @Test
  void keysAndValuesAreThoseOfNdbench() throws Exception {
    opened(client -> {
      try (var session = client.openSession()) {
        Outcome written = execute(session, write(key(), smallRow())).outcome();
        assertThat(written.failureCode()).isNull();
        assertThat(written.payloadBytes()).isEqualTo(smallRow().totalBytes());
      }
    });
  }

  @Test
  void aPluginThatCannotStartIsReportedWithTheReason() {
    assertThatThrownBy(() -> opened(REFUSING, settings(), _ -> {}))
        .hasMessage("ndbench: " + REFUSING + ".init: no host");
  }

  /** The bulks of NDBench have different keys, and a plugin may reject others. */
  @Test
  void aBulkContainsEachKeyOnce() throws Exception {
    opened(client -> {
      try (var session = client.openSession()) {
        TestKey once = key();
        List<TestRow> rows = List.of(smallRow(), smallRow(), smallRow());
        TestOperation bulk =
            TestOperation.bulk(OperationType.BULK_WRITE, List.of(once, once, key()), rows);
        Outcome written = execute(session, bulk).outcome();
        assertThat(written.failureCode()).isNull();
        assertThat(written.items()).isEqualTo(2);
      }
    });
  }

  @Test
  void aClassThatIsNoPluginIsRefused() {
    assertThatThrownBy(() -> opened("no.such.Plugin", settings(), _ -> {}))
        .hasMessageContaining("there is no plugin or class 'no.such.Plugin'");
    assertThatThrownBy(() -> opened("java.lang.String", settings(), _ -> {}))
        .hasMessageContaining("does not implement NdBenchClient");
    assertThatThrownBy(() -> driver().checkAddress("a/b")).hasMessageContaining("was 'a/b'");
  }
}
