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
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.report.terminal.Screen;
import org.plimsoll.report.terminal.SummaryTable;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.settings.SpecFile;
import org.plimsoll.testkit.CassandraServer;

/**
 * The elasticity experiment of the slides on NoSQLMark: a second node joins a node with a million
 * rows under a steady load. The test runs the published example with {@code --verify}. It ends two
 * minutes after the second node has joined.
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

  /** Tokens that split the ring into halves; random tokens would give ranges of any size. */
  private static final List<String> TOKENS = List.of("-9223372036854775808", "0");

  @TempDir static Path folder;
  private static final CassandraServer.Ports ports = CassandraServer.Ports.free();
  private static final List<CassandraServer> nodes = new ArrayList<>();
  private static double startedSeconds;
  private static double joinedSeconds;
  private static Summary summary;
  private static RecordedRun recorded;

  /** Client reads and writes of each node during the run, by node address. */
  private static Map<String, Long> served;

  /** Client reads of each node during the read of all rows after the run, by node address. */
  private static Map<String, Long> servedAfter;

  private static Summary allRows;

  @BeforeAll
  static void letANodeJoin() throws Exception {
    startNode();
    AtomicLong joinedNanos = new AtomicLong(Long.MAX_VALUE); // later than any second until then
    BlockingQueue<Interval> seconds = new LinkedBlockingQueue<>();
    RunRequest request =
        example().overriddenBy(over(Map.of("seed", "1", "verify", "true", "forever", "true")));
    try (RunFolder recorder = RunFolder.at(folder.resolve("run"));
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Drivers drivers = Drivers.of(new CassandraDriver());
      Run run =
          Run.prepare(
              RunResolver.resolve(request, drivers).spec(),
              drivers,
              List.of(recorder, joined(joinedNanos), listed(seconds)));
      Future<Summary> ended = thread.submit(run::execute);
      Interval first = await(seconds, second -> second.window().phase() == Phase.MEASURE);
      Interval last =
          await(seconds, second -> isLater(second, first.window().atNanos(), ALONE_SECONDS));
      startedSeconds = last.window().atNanos() / NANOS_PER_SECOND;
      startNode();
      Interval _ = await(seconds, _ -> joinedNanos.get() < Long.MAX_VALUE);
      joinedSeconds = joinedNanos.get() / NANOS_PER_SECOND;
      Interval _ = await(seconds, second -> isLater(second, joinedNanos.get(), TOGETHER_SECONDS));
      run.stop();
      summary = ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    recorded = RunReader.read(folder.resolve("run"));
    served = servedByNodes();
    allRows = readAllRows();
    servedAfter = servedByNodes();
    servedAfter.replaceAll((node, count) -> count - Objects.requireNonNull(served.get(node)));
    tell();
  }

  private static RunListener listed(Queue<Interval> seconds) {
    return new RunListener() {
      @Override
      public void interval(Interval interval, Map<String, Histogram> histograms) {
        seconds.add(interval);
      }
    };
  }

  /** Waits for the next second that matches the condition. */
  private static Interval await(BlockingQueue<Interval> seconds, Predicate<Interval> wanted)
      throws InterruptedException {
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Interval next = seconds.poll(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
      assertThat(next).as("a second as wanted").isNotNull();
      if (wanted.test(next)) {
        return next;
      }
    }
  }

  /** Records when the driver first reports a node that joined. */
  private static RunListener joined(AtomicLong atNanos) {
    return new RunListener() {
      @Override
      public void event(RunEvent event) {
        if (event.kind() == EventKind.TARGET && event.text().endsWith("joined")) {
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
    return second.window().atNanos() - thanNanos > bySeconds * NANOS_PER_SECOND;
  }

  /** Reads all rows in a separate run, without knowledge of the acknowledged writes. */
  private static Summary readAllRows() throws Exception {
    RunRequest request = example().overriddenBy(over(Map.of("fill-mode", "verify")));
    Drivers drivers = Drivers.of(new CassandraDriver());
    return Run.prepare(RunResolver.resolveFill(request, drivers).spec(), drivers, List.of())
        .execute();
  }

  /** Requests counted by the coordinator node, not by the replica. */
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
        .addContactPoint(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), ports.client()))
        .withLocalDatacenter("datacenter1")
        .build();
  }

  /** Prints the times and counts of the run. */
  private static void tell() {
    System.out.printf(
        "the second node was started at %.1f s and joined %.1f s later%n",
        startedSeconds, joinedSeconds - startedSeconds);
    recorded.events().stream()
        .filter(event -> event.kind() != EventKind.GENERATOR)
        .forEach(event ->
            System.out.printf(
                "%6.1f s %s: %s%n",
                event.atNanos() / NANOS_PER_SECOND, event.kind().text(), event.text()));
    System.out.println("served in the run " + served + ", then " + servedAfter);
    System.out.println(SummaryTable.of(summary, null, Screen.PLAIN));
  }

  private static List<String> events(EventKind kind) {
    return recorded.events().stream()
        .filter(event -> event.kind() == kind)
        .map(RunEvent::text)
        .toList();
  }

  private static long total(ToLongFunction<Accounting> count) {
    return recorded.intervals().stream()
        .map(each -> each.figures().accounting())
        .mapToLong(count)
        .sum();
  }

  @Test
  void aMillionRowsAreWrittenBeforeTheJoin() {
    assertThat(events(EventKind.PHASE)).contains("fill ended: 1,000,000 rows there, 0 failed");
  }

  @Test
  void aSecondNodeJoinsDuringTheLoad() {
    assertThat(events(EventKind.TARGET)).contains("node " + nodes.getLast().address() + " joined");
    Accounting accounting = summary.accounting();
    double due = RATE * (summary.elapsedNanos() / NANOS_PER_SECOND);
    // Poisson arrivals: within six standard deviations.
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
  void accountingAgreesWithTheNodesCounters() {
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(served.values().stream().mapToLong(Long::longValue).sum())
        .isBetween(
            total(each -> each.answered().succeeded()),
            total(Accounting::scheduled) - total(each -> each.errors().notSent()));
  }

  @Test
  void theSecondNodeServesHalfOfTheRequests() {
    String second = nodes.getLast().address();
    assertThat(served.get(second)).isPositive();
    assertThat(servedAfter.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(ROWS);
    // A key hashes to either half with equal probability: within six standard deviations.
    assertThat((double) Objects.requireNonNull(servedAfter.get(second)))
        .isCloseTo(ROWS / 2.0, within(6 * Math.sqrt(ROWS) / 2));
  }

  @Test
  void noRowIsLostAndNoOperationFails() {
    assertThat(summary.all().failures()).isEmpty();
    assertThat(summary.accounting().answered().notFound()).isZero();
    assertThat(allRows.all().failures()).isEmpty();
    assertThat(allRows.accounting().answered().succeeded()).isEqualTo(ROWS);
  }

  /**
   * The report states whether the run settled. The test accepts both, since single seconds scatter
   * too widely on a busy machine.
   */
  @Test
  void theReportSaysWhetherAndWhenLatencySettledAfterTheJoin() {
    List<String> found =
        summary.verdict().findings().stream()
            .filter(finding ->
                finding.code() == FindingCode.SETTLED || finding.code() == FindingCode.NOT_SETTLED)
            .map(Summary.Finding::text)
            .toList();
    assertThat(found)
        .anyMatch(text -> text.contains(nodes.getLast().address()) && WITHIN.matcher(text).find());
    assertThat(events(EventKind.FINDING)).anyMatch(text -> text.endsWith(found.getLast()));
  }
}
