package org.plimsoll.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.CassandraServer;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Tests the local rack on two nodes in two racks, each with all rows. */
@Tag("slow")
class CassandraRacksTest {
  private static final int READS = 200;

  @TempDir static Path folder;
  private static final List<CassandraServer> nodes = new ArrayList<>();

  @BeforeAll
  static void startRing() throws Exception {
    CassandraServer.Ports ports = CassandraServer.Ports.free();
    for (int i = 0; i < 2; i++) {
      Path own = Files.createDirectory(folder.resolve("node" + i));
      Path rack = own.resolve("rackdc.properties");
      Files.writeString(rack, "dc=east\nrack=zone" + (i + 1) + "\n");
      nodes.add(
          CassandraServer.start(
              Path.of("../.."),
              own,
              new CassandraServer.Node(
                  "127.0.0." + (i + 1),
                  "127.0.0.1",
                  "300m",
                  ports,
                  List.of(
                      "endpoint_snitch: GossipingPropertyFileSnitch",
                      "initial_token: " + i * 1_000_000_000_000L,
                      "auto_bootstrap: false"),
                  List.of(
                      "cassandra-rackdc.properties=" + rack.toUri(),
                      "cassandra.consistent.rangemovement=false",
                      "cassandra.ring_delay_ms=2000"))));
    }
  }

  @AfterAll
  static void stopRing() {
    nodes.forEach(CassandraServer::close);
  }

  /** The requests that clients of a name have sent to a node. */
  private static long requests(int node) {
    CassandraServer server = nodes.get(node);
    String[] address = server.address().split(":", -1);
    try (CqlSession cql =
        CqlSession.builder()
            .addContactPoint(new InetSocketAddress(address[0], Integer.parseInt(address[1])))
            .withLocalDatacenter("east")
            .build()) {
      long requests = 0;
      for (Row row :
          cql.execute(
              SimpleStatement.newInstance(
                      "select client_options, request_count from system_views.clients")
                  .setTimeout(Duration.ofSeconds(20))
                  .setNode(
                      cql.getMetadata().getNodes().values().stream()
                          .filter(
                              each -> each.getEndPoint().resolve().toString().contains(address[0]))
                          .findFirst()
                          .orElseThrow()))) {
        if ("Plimsoll".equals(options(row).get("APPLICATION_NAME"))) {
          requests += row.getLong(1);
        }
      }
      return requests;
    }
  }

  @ParameterizedTest
  @CsvSource({"token-aware, zone1, 0", "token-aware, zone2, 1", "round-robin, zone2, 1"})
  void readsGoToTheNodesOfTheLocalRackFirst(String policy, String rack, int local)
      throws Exception {
    Map<String, String> settings =
        Map.of("replication", "2", "load-balancing", policy, "local-rack", rack);
    try (TestTarget context =
            new TestTarget(
                new CassandraDriver(),
                nodes.getFirst().address() + "/racks",
                settings,
                List.of("field0"));
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        long near = requests(local);
        long far = requests(1 - local);
        for (int key = 0; key < READS; key++) {
          Ending ending = new Ending();
          session.execute(TestOperation.on(OperationType.READ, key), ending);
          ending.outcome();
        }
        assertThat(requests(local) - near).isGreaterThanOrEqualTo(READS);
        assertThat(requests(1 - local) - far).isLessThan(READS / 10);
      }
    }
  }

  private static Map<String, String> options(Row row) {
    return Objects.requireNonNull(row.getMap(0, String.class, String.class));
  }
}
