package org.plimsoll.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.testkit.CassandraServer;

/**
 * Reads after a second node has joined a ring without replicas. Whether they find their rows depends
 * on how the node joined: one that does not bootstrap owns its part of the ring at once, and has
 * none of its rows.
 */
class CassandraJoinTest {
  private static final Path ROOT = Path.of("../..");

  /** The second node owns three quarters of the ring. */
  private static final List<String> TOKENS =
      List.of("-9223372036854775807", "4611686018427387904");

  @TempDir Path folder;
  private final CassandraServer.Ports ports = CassandraServer.Ports.free();
  private final List<CassandraServer> nodes = new ArrayList<>();

  @AfterEach
  void stopNodes() {
    nodes.forEach(CassandraServer::close);
  }

  @Test
  void aNodeThatBootstrapsHasItsRows() throws Exception {
    start();
    run(Map.of("fill", "all"));
    start("auto_bootstrap: true");

    Summary summary = run(Map.of("no-fill", "true"));

    assertThat(summary.accounting().answered().notFound()).isZero();
    assertThat(notFound(summary)).isEmpty();
  }

  @Test
  void aNodeThatDoesNotBootstrapLacksThem() throws Exception {
    start();
    run(Map.of("fill", "all"));
    start("auto_bootstrap: false");

    Summary summary = run(Map.of("no-fill", "true"));

    assertThat((double) summary.accounting().answered().notFound())
        .isBetween(0.65 * OPERATIONS, 0.85 * OPERATIONS);
    assertThat(notFound(summary).orElseThrow().text()).contains(" reads found nothing");
  }

  private static final int OPERATIONS = 2_000;

  private static Optional<Summary.Finding> notFound(Summary summary) {
    return summary.verdict().findings().stream()
        .filter(finding -> finding.code() == FindingCode.ROWS_NOT_FOUND)
        .findFirst();
  }

  private Summary run(Map<String, String> more) throws Exception {
    Map<String, String> values = new LinkedHashMap<>(more);
    values.putAll(
        Map.of(
            "mix", "read=1",
            "keys", "2000",
            "rate", "500",
            "warmup", "0",
            "ops", String.valueOf(OPERATIONS)));
    RunRequest request =
        RunRequest.of("cassandra://" + nodes.getFirst().address() + "/joined", values)
            .overriddenBy(
                new RunRequest(
                    null,
                    Map.of(),
                    Map.of(
                        "replication",
                        new org.plimsoll.settings.Given("1", "test"))));
    Drivers drivers = Drivers.of(new CassandraDriver());
    return Run.prepare(RunResolver.resolve(request, drivers).spec(), drivers, List.of()).execute();
  }

  private void start(String... yaml) throws Exception {
    int number = nodes.size();
    List<String> lines = new ArrayList<>(List.of(yaml));
    lines.add("initial_token: " + TOKENS.get(number));
    nodes.add(
        CassandraServer.start(
            ROOT,
            Files.createDirectory(folder.resolve("node" + number)),
            new CassandraServer.Node(
                "127.0.0." + (number + 1),
                "127.0.0.1",
                "400m",
                ports,
                lines,
                List.of("cassandra.ring_delay_ms=2000"))));
  }
}
