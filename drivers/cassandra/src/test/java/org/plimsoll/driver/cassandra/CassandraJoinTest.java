package org.plimsoll.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.testkit.CassandraServer;

/**
 * Reads after a second node has joined a ring without replicas. A node that does not bootstrap owns
 * its part of the ring at once, and has none of its rows. {@link CassandraElasticityTest} lets a
 * node join that does.
 */
class CassandraJoinTest {
  private static final Path ROOT = Path.of("../..");
  private static final int OPERATIONS = 2_000;

  /** The second node owns three quarters of the ring. */
  private static final List<String> TOKENS = List.of("-9223372036854775807", "4611686018427387904");

  @TempDir Path folder;
  private final CassandraServer.Ports ports = CassandraServer.Ports.free();
  private final List<CassandraServer> nodes = new ArrayList<>();

  @AfterEach
  void stopNodes() {
    nodes.forEach(CassandraServer::close);
  }

  @Test
  void aNodeThatJoinsWithoutItsRowsIsAFinding() throws Exception {
    start("auto_bootstrap: true");
    Summary alone = run(Map.of("fill", "all"));
    assertThat(alone.accounting().answered().notFound()).isZero();
    start("auto_bootstrap: false");
    await("a ring of two nodes")
        .atMost(Duration.ofSeconds(60))
        .until(() -> nodes.getFirst().nodetool("status").split("\nUN ", -1).length == 3);

    Summary together =
        await("a schema that both nodes know")
            .atMost(Duration.ofSeconds(60))
            .until(this::runIfUsable, Optional::isPresent)
            .orElseThrow();

    assertThat((double) together.accounting().answered().notFound())
        .isBetween(0.65 * OPERATIONS, 0.85 * OPERATIONS);
    assertThat(together.verdict().findings())
        .filteredOn(finding -> finding.code() == FindingCode.ROWS_NOT_FOUND)
        .singleElement()
        .satisfies(finding -> assertThat(finding.text()).contains(" reads found nothing"));
  }

  /** Empty while the second node does not know the schema yet. */
  private Optional<Summary> runIfUsable() {
    try {
      return Optional.of(run(Map.of("no-fill", "true")));
    } catch (TargetUnavailableException e) {
      return Optional.empty();
    }
  }

  private Summary run(Map<String, String> more) throws TargetUnavailableException {
    Map<String, String> values = new LinkedHashMap<>(more);
    values.putAll(Map.of("mix", "read=1", "keys", "2000", "rate", "500", "warmup", "0"));
    values.put("ops", String.valueOf(OPERATIONS));
    RunRequest oneReplica =
        new RunRequest(null, Map.of(), Map.of("replication", new Given("1", "test")));
    RunRequest request =
        RunRequest.of("cassandra://" + nodes.getFirst().address() + "/joined", values)
            .overriddenBy(oneReplica);
    Drivers drivers = Drivers.of(new CassandraDriver());
    return Run.prepare(RunResolver.resolve(request, drivers).spec(), drivers, List.of()).execute();
  }

  private void start(String bootstrap) throws Exception {
    int number = nodes.size();
    nodes.add(
        CassandraServer.start(
            ROOT,
            Files.createDirectory(folder.resolve("node" + number)),
            new CassandraServer.Node(
                "127.0.0." + (number + 1),
                "127.0.0.1",
                "400m",
                ports,
                List.of(bootstrap, "initial_token: " + TOKENS.get(number)),
                List.of("cassandra.ring_delay_ms=2000"))));
  }
}
