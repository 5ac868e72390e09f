package org.plimsoll.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.parameter.RunRequest;
import org.plimsoll.engine.parameter.SpecFile;
import org.plimsoll.engine.report.Interval;
import org.plimsoll.engine.report.RecordedRun;
import org.plimsoll.engine.report.RunEvent;
import org.plimsoll.engine.report.RunFolder;
import org.plimsoll.engine.report.RunListener;
import org.plimsoll.engine.report.RunReader;
import org.plimsoll.engine.report.Summary;
import org.plimsoll.engine.report.Summary.Accounting;
import org.plimsoll.engine.report.SummaryTable;
import org.plimsoll.testkit.CassandraServer;
import org.plimsoll.testkit.WatchedRun;

/**
 * The elasticity experiment of the slides on NoSQLMark: a node of a million rows is under a steady
 * load when a second one joins. It is the example that users run, with each row checked that is
 * read, and goes on until two minutes after the second node has joined.
 */
@Tag("slow")
class CassandraElasticityTest {
  private static final Path ROOT = Path.of("../..");
  private static final int ROWS = 1_000_000;
  private static final int RATE = 1_000;
  private static final long ALONE_SECONDS = 30;
  private static final long TOGETHER_SECONDS = 120;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Pattern WITHIN =
      Pattern.compile("(did not settle|settled) within [0-9.]+ s");

  /** Halves of the ring: those that a node takes by chance are of any size. */
  private static final List<String> TOKENS = List.of("-9223372036854775808", "0");

  @TempDir static Path folder;
  private static final CassandraServer.Ports ports = CassandraServer.Ports.free();
  private static final List<CassandraServer> nodes = new ArrayList<>();
  private static double startedSeconds;
  private static double joinedSeconds;
  private static Summary summary;
  private static RecordedRun recorded;

  /** Reads and writes that each node has had from clients in the run, by its address. */
  private static Map<String, Long> served;

  /** The same of the reads of all rows after it. */
  private static Map<String, Long> servedAfter;

  private static Summary allRows;

  @BeforeAll
  static void letANodeJoin() throws Exception {
    startNode();
    AtomicLong joinedNanos = new AtomicLong(Long.MAX_VALUE); // later than any second until then
    try (RunFolder recorder = RunFolder.at(folder.resolve("run"));
        WatchedRun run =
            WatchedRun.start(
                example()
                    .overriddenBy(over(Map.of("seed", "1", "verify", "true", "forever", "true"))),
                new CassandraDriver(),
                recorder,
                joined(joinedNanos))) {
      Interval first = run.await(second -> second.phase().equals("measure"), PATIENCE);
      Interval last =
          run.await(second -> isLater(second, first.atNanos(), ALONE_SECONDS), PATIENCE);
      startedSeconds = last.atNanos() / NANOS_PER_SECOND;
      startNode();
      Interval _ = run.await(_ -> joinedNanos.get() < Long.MAX_VALUE, PATIENCE);
      joinedSeconds = joinedNanos.get() / NANOS_PER_SECOND;
      Interval _ =
          run.await(second -> isLater(second, joinedNanos.get(), TOGETHER_SECONDS), PATIENCE);
      summary = run.stop();
    }
    recorded = RunReader.read(folder.resolve("run"));
    served = servedByNodes();
    allRows = readAllRows();
    servedAfter = servedByNodes();
    servedAfter.replaceAll((node, count) -> count - Objects.requireNonNull(served.get(node)));
    tell();
  }

  /** Takes when the driver first tells of a node that joined. */
  private static RunListener joined(AtomicLong atNanos) {
    return new RunListener() {
      @Override
      public void event(RunEvent event) {
        if (event.kind().equals("target") && event.text().endsWith("joined")) {
          atNanos.accumulateAndGet(event.atNanos(), Math::min);
        }
      }
    };
  }

  @AfterAll
  static void stopNodes() {
    nodes.forEach(CassandraServer::close);
  }

  private static void startNode() throws Exception {
    int number = nodes.size();
    nodes.add(
        CassandraServer.start(
            ROOT,
            Files.createDirectory(folder.resolve("node" + number)),
            new CassandraServer.Node(
                "127.0.0." + (number + 1),
                "127.0.0.1",
                "512m",
                ports,
                List.of("initial_token: " + TOKENS.get(number)),
                List.of("cassandra.ring_delay_ms=2000"))));
  }

  private static RunRequest example() throws Exception {
    return SpecFile.read(ROOT.resolve("examples/cassandra-elasticity.yaml"));
  }

  private static RunRequest over(Map<String, String> values) {
    return RunRequest.of("cassandra://" + nodes.getFirst().address() + "/elastic", values);
  }

  private static boolean isLater(Interval second, long thanNanos, long bySeconds) {
    return second.atNanos() - thanNanos > bySeconds * NANOS_PER_SECOND;
  }

  /** By another process as it were, which knows of no acknowledged write. */
  private static Summary readAllRows() throws Exception {
    RunRequest request = example().overriddenBy(over(Map.of("fill-mode", "verify")));
    try (WatchedRun run = WatchedRun.fill(request, new CassandraDriver())) {
      return run.summary(PATIENCE);
    }
  }

  /** As the nodes count them where they come in, not where the row is. */
  private static Map<String, Long> servedByNodes() {
    Map<String, Long> counts = new HashMap<>();
    try (CqlSession cql = connected()) {
      for (Node node : cql.getMetadata().getNodes().values()) {
        for (String side : List.of("read", "write")) {
          Row row =
              rows(
                      cql,
                      node,
                      "SELECT \"count\" FROM system_views.coordinator_"
                          + side
                          + "_latency WHERE keyspace_name = 'elastic' AND table_name = 'rows'")
                  .getFirst();
          counts.merge(NodeEvents.address(node), row.getLong(0), Long::sum);
        }
      }
    }
    return counts;
  }

  private static List<Row> rows(CqlSession cql, Node node, String question) {
    return cql.execute(
            SimpleStatement.newInstance(question).setNode(node).setTimeout(Duration.ofSeconds(20)))
        .all();
  }

  private static CqlSession connected() {
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), ports.cql()))
        .withLocalDatacenter("datacenter1")
        .build();
  }

  /** What came of it, for who wants to know how fast. */
  private static void tell() {
    System.out.printf(
        "the second node was started at %.1f s and joined %.1f s later%n",
        startedSeconds, joinedSeconds - startedSeconds);
    recorded.events().stream()
        .filter(event -> !event.kind().equals("generator"))
        .forEach(event ->
            System.out.printf(
                "%6.1f s %s: %s%n",
                event.atNanos() / NANOS_PER_SECOND, event.kind(), event.text()));
    System.out.println("served in the run " + served + ", then " + servedAfter);
    System.out.println(SummaryTable.of(summary, null, false));
  }

  private static List<String> events(String kind) {
    return recorded.events().stream()
        .filter(event -> event.kind().equals(kind))
        .map(RunEvent::text)
        .toList();
  }

  private static long total(ToLongFunction<Accounting> count) {
    return recorded.intervals().stream().map(Interval::accounting).mapToLong(count).sum();
  }

  @Test
  void aMillionRowsWereThereFirst() {
    assertThat(events("phase")).contains("fill ended: 1,000,000 rows there, 0 failed");
  }

  @Test
  void theSecondNodeJoinsWhileTheLoadGoesOn() {
    assertThat(events("target")).contains("node " + nodes.getLast().address() + " joined");
    Accounting accounting = summary.accounting();
    double due = RATE * (summary.elapsedNanos() / NANOS_PER_SECOND);
    // Arrivals of a Poisson process: six standard deviations.
    assertThat((double) accounting.scheduled()).isCloseTo(due, within(6 * Math.sqrt(due)));
    try (CqlSession cql = connected()) {
      assertThat(cql.getMetadata().getNodes()).hasSize(2);
      for (Node node : cql.getMetadata().getNodes().values()) {
        boolean first = NodeEvents.address(node).equals(nodes.getFirst().address());
        assertThat(
                rows(cql, node, "SELECT tokens FROM system.local")
                    .getFirst()
                    .getSet(0, String.class))
            .containsExactly(TOKENS.get(first ? 0 : 1));
      }
    }
  }

  @Test
  void everyOperationIsAccountedForAsTheNodesCount() {
    WatchedRun.accountedFor(summary.accounting());
    assertThat(served.values().stream().mapToLong(Long::longValue).sum())
        .isBetween(
            total(Accounting::succeeded),
            total(Accounting::scheduled) - total(Accounting::notSent));
  }

  @Test
  void theSecondNodeServesItsHalf() {
    String second = nodes.getLast().address();
    assertThat(served.get(second)).isPositive();
    assertThat(servedAfter.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(ROWS);
    // The hash of a key is in either half with the same probability: six standard deviations.
    assertThat((double) Objects.requireNonNull(servedAfter.get(second)))
        .isCloseTo(ROWS / 2.0, within(6 * Math.sqrt(ROWS) / 2));
  }

  @Test
  void noRowIsLostAndNoOperationFails() {
    assertThat(summary.all().failures()).isEmpty();
    assertThat(summary.accounting().notFound()).isZero();
    assertThat(allRows.all().failures()).isEmpty();
    assertThat(allRows.accounting().succeeded()).isEqualTo(ROWS);
  }

  /**
   * Not that it settled: on a busy machine single seconds scatter too widely for that, and then the
   * finding says within which time it did not.
   */
  @Test
  void whetherTheLatencySettledAfterTheJoinAndWithinWhichTimeIsTold() {
    List<String> found =
        summary.verdict().findings().stream()
            .filter(finding -> finding.code().endsWith("settled"))
            .map(Summary.Finding::text)
            .toList();
    assertThat(found)
        .anyMatch(text -> text.contains(nodes.getLast().address()) && WITHIN.matcher(text).find());
    assertThat(events("finding")).anyMatch(text -> text.endsWith(found.getLast()));
  }
}
