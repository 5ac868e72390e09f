package org.plimsoll.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;
import tools.jackson.databind.JsonNode;

/**
 * Runs of a fleet of three processes. One of them is killed in the last test but one, and all of
 * them in the last one.
 */
@Timeout(240)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FleetRunIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern NODE = Pattern.compile("(node-\\d)  (http://\\S+)  process (\\d+)");

  @TempDir static Path folder;
  private static Process fleet;
  private static BufferedReader said;
  private static final List<String> PAGES = new ArrayList<>();
  private static final List<Long> PROCESSES = new ArrayList<>();
  private static String token;

  /** The node that a test has killed; none at first. */
  private static int killed = -1;

  @BeforeAll
  static void start() throws Exception {
    PAGES.clear();
    PROCESSES.clear();
    String port = String.valueOf(RealServer.freePortsInARow(2 * 3));
    fleet =
        PlimsollProcess.start(folder, List.of(), List.of("fleet", "local", "3", "--port", port));
    said = fleet.errorReader(StandardCharsets.UTF_8);
    for (String line = said.readLine(); !line.startsWith("Log in"); line = said.readLine()) {
      Matcher node = NODE.matcher(line);
      if (node.matches()) {
        PAGES.add(node.group(2));
        PROCESSES.add(Long.parseLong(node.group(3)));
      }
    }
    token = Files.readString(folder.resolve("runs/token")).strip();
    // A full pipe would stop the nodes with their next line.
    Thread.ofVirtual().start(() -> said.lines().forEach(_ -> {}));
    try (FleetClient client = client(0)) {
      await()
          .atMost(PATIENCE)
          .until(
              () -> client.get("/fleet").path("nodes").findValuesAsString("state"),
              states -> states.equals(List.of("up", "up", "up")));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    fleet.destroy();
    assertThat(fleet.waitFor()).isZero();
    said.close();
  }

  private static FleetClient client(int node) {
    return new FleetClient(URI.create(PAGES.get(node)), token);
  }

  private static PlimsollProcess.Ended run(String... more) throws Exception {
    return command("run", more);
  }

  private static PlimsollProcess.Ended command(String name, String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of(name, "--fleet", PAGES.get(1)));
    words.addAll(List.of("--token-file", folder.resolve("runs/token").toString()));
    words.addAll(List.of(more));
    return PlimsollProcess.ended(PlimsollProcess.start(folder, List.of(), words));
  }

  /** The scheduled and the answered operations of a run, as each node that is up tells them. */
  private static List<List<Long>> accounts(String id, int nodes) throws Exception {
    List<List<Long>> all = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      try (FleetClient client = client(node)) {
        // Nodes that were not asked may begin it a moment later, and do not know it before.
        await()
            .atMost(PATIENCE)
            .ignoreException(InvalidSpecException.class)
            .until(() -> !client.get("/runs/" + id).path("isLive").asBoolean(true));
        JsonNode accounting = client.get("/runs/" + id).path("summary").path("accounting");
        all.add(
            List.of(accounting.path("scheduled").asLong(), accounting.path("succeeded").asLong()));
      }
    }
    return all;
  }

  private static String id(PlimsollProcess.Ended ended) {
    Matcher id = Pattern.compile("run ([0-9a-f]+) at").matcher(ended.err());
    assertThat(id.find()).as(ended.err()).isTrue();
    return id.group(1);
  }

  @Test
  @Order(1)
  void threeNodesScheduleWhatOneDoesAndEachTellsTheWhole() throws Exception {
    String[] load = {
      "sim:",
      "--rate",
      "1500",
      "--arrivals",
      "poisson",
      "--warmup",
      "500ms",
      "--for",
      "3s",
      "--seed",
      "7",
      "--quiet",
      "--out"
    };
    List<String> alone = new ArrayList<>(List.of("run"));
    alone.addAll(List.of(load));
    alone.addAll(List.of("alone", "--json", "-"));
    PlimsollProcess.Ended one =
        PlimsollProcess.ended(PlimsollProcess.start(folder, List.of(), alone));
    long scheduled =
        ResultJson.mapper().readTree(one.out()).path("accounting").path("scheduled").asLong();

    List<String> words = new ArrayList<>(List.of(load));
    words.remove("--quiet");
    words.add("together");
    PlimsollProcess.Ended three = run(words.toArray(String[]::new));

    assertThat(three.exit()).as(three.err()).isZero();
    assertThat(three.out()).contains("open load");
    assertThat(three.err()).contains("target sim:, seed 7");
    assertThat(three.err().lines().filter(line -> line.startsWith("measure ")))
        .isNotEmpty()
        .allMatch(line -> line.matches("measure 0:\\d\\d/0:\\d\\d  .*/s.*"))
        .allMatch(line -> line.length() <= 80);
    List<List<Long>> accounts = accounts(id(three), 3);
    assertThat(accounts)
        .as(three.err())
        .allSatisfy(each -> assertThat(each.getFirst()).isEqualTo(scheduled))
        .allMatch(accounts.getFirst()::equals);
    assertThat(folder.resolve("together/run.json")).exists();
    assertThat(Files.readString(folder.resolve("together/events.jsonl")))
        .contains("The generators started within ")
        .contains("joined the run as generator 2.");
    JsonNode generators =
        ResultJson.mapper()
            .readTree(Files.readString(folder.resolve("together/generators.json")))
            .path("generators");
    assertThat(generators.findValuesAsString("node")).hasSize(3).doesNotHaveDuplicates();
    assertThat(generators.findValuesAsString("validity"))
        .hasSize(3)
        .isSubsetOf("valid", "suspect", "invalid");
    List<String> part = Files.readAllLines(folder.resolve("together/part.jsonl"));
    assertThat(part).hasSizeBetween(3, 8).allMatch(line -> line.contains("\"node\":\"node-2\""));
    long succeeded = 0;
    for (String line : Files.readAllLines(folder.resolve("together/intervals.jsonl"))) {
      succeeded += ResultJson.mapper().readTree(line).path("accounting").path("succeeded").asLong();
    }
    assertThat(answeredByEachNode())
        .as("those of the warm-up, too")
        .isEqualTo(succeeded)
        .isGreaterThanOrEqualTo(accounts.getFirst().getLast());
  }

  /**
   * Keys of inserts are a generator's own. No other key of this mix depends on what the target
   * answers.
   */
  @Test
  @Order(1)
  void theTargetReceivesTheSequenceOfOneGeneratorAndTheHistogramsOfTheNodesAddUp()
      throws Exception {
    int operations = 3_000;
    List<String> load = new ArrayList<>(List.of("--ops", String.valueOf(operations)));
    load.addAll(List.of("--rate", "1500", "--arrivals", "poisson", "--warmup", "0s"));
    load.addAll(List.of("--seed", "11", "--timeout", "30s", "--keys", "10k"));
    load.addAll(List.of("--mix", "read=5,update=2,insert=1,scan=1,bulk-read=1"));
    load.addAll(List.of("--key-distribution", "zipfian", "--out"));
    List<String> alone = new ArrayList<>(List.of("run", logged("sent-alone")));
    alone.addAll(load);
    alone.add("sequence-alone");
    PlimsollProcess.Ended one =
        PlimsollProcess.ended(PlimsollProcess.start(folder, List.of(), alone));
    assertThat(one.exit()).as(one.err()).isIn(ExitCode.DONE, ExitCode.UNDECIDED);

    load.addFirst(logged("sent-together"));
    load.add("sequence-together");
    PlimsollProcess.Ended three = run(load.toArray(String[]::new));
    assertThat(three.exit()).as(three.err()).isIn(ExitCode.DONE, ExitCode.UNDECIDED);

    List<FleetLogs.Received> sent = FleetLogs.received(folder.resolve("sent-alone"));
    assertThat(sent)
        .extracting(FleetLogs.Received::index)
        .containsExactlyElementsOf(LongStream.range(0, operations).boxed().toList());
    // Each node closes its target, and with it the log, after the run has ended for its callers.
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() ->
            assertThat(FleetLogs.received(folder.resolve("sent-together")))
                .extracting(FleetLogs.Received::withoutNewKey)
                .containsExactlyElementsOf(
                    sent.stream().map(FleetLogs.Received::withoutNewKey).toList()));

    List<List<Long>> _ = accounts(id(three), 3);
    List<Path> runs = FleetLogs.runs(folder.resolve("runs"), id(three));
    assertThat(runs).hasSize(3);
    Map<String, Histogram> sums = FleetLogs.ofNodes(runs);
    assertThat(requireNonNull(sums.get("all/response")).getTotalCount()).isEqualTo(operations);
    for (Path run : runs) {
      // A run has ended shortly before its files are closed.
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() -> assertThat(FleetLogs.merged(run)).isEqualTo(sums));
    }
  }

  private static String logged(String name) {
    return "sim:?log=" + folder.resolve(name);
  }

  /** What the three nodes have answered, from the part of each in its run folder. */
  private static long answeredByEachNode() throws Exception {
    long answered = 0;
    try (Stream<Path> files = Files.walk(folder.resolve("runs"))) {
      for (Path file : files.filter(each -> each.endsWith("part.jsonl")).toList()) {
        for (String line : Files.readAllLines(file)) {
          JsonNode operations =
              ResultJson.mapper().readTree(line).path("scenarios").path("all").path("operations");
          answered += operations.path("all").path("answered").asLong();
        }
      }
    }
    return answered;
  }

  @Test
  @Order(2)
  void aFillWritesEachKeyOnceAndAChangeReachesAllNodes() throws Exception {
    try (RealServer redis = RedisServers.start(Files.createDirectories(folder.resolve("redis")))) {
      try (FleetClient client = client(2)) {
        String id =
            client
                .post(
                    "/runs",
                    Map.of(
                        "target", "redis://127.0.0.1:" + redis.port(),
                        "keys", "50k",
                        "before", "hook=bgsave",
                        "rate", "200",
                        "warmup", "0s",
                        "for", "1h"))
                .path("id")
                .asString();
        await()
            .atMost(PATIENCE)
            .until(() -> client.get("/runs/" + id).path("phase").asString("").equals("measure"));
        List<String> told = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
          try (FleetClient each = client(node)) {
            told.addAll(texts(each, id).lines().toList());
          }
        }
        assertThat(told)
            .filteredOn(each -> each.startsWith("before starts hook bgsave"))
            .hasSize(1);
        assertThat(RedisServers.size(redis.port())).isEqualTo(50_000);
        assertThat(RedisServers.calls(redis.port(), "set")).isBetween(50_000L, 55_000L);

        // A node has a verdict once it has measured a second.
        await()
            .atMost(PATIENCE)
            .untilAsserted(() ->
                assertThat(FleetTable.of(client.get("/fleet"), 80))
                    .allMatch(line -> line.length() <= 80)
                    .anyMatch(line ->
                        line.matches("node-3 +up +0\\.333 +1 +(valid|suspect|invalid) .*")));

        try (FleetClient other = client(0)) {
          other.send("PATCH", "/runs/" + id + "/parameters", Map.of("rate", "300"));
          for (int node = 0; node < 3; node++) {
            try (FleetClient each = client(node)) {
              await()
                  .atMost(PATIENCE)
                  .until(() -> each.get("/runs/" + id).path("targetPerSecond").asDouble() == 300.0);
            }
          }
          fillAgainInRackOne(other, id, redis);
          other.post("/runs/" + id + "/stop", Map.of());
        }
        assertThat(accounts(id, 3).stream().distinct().toList()).hasSize(1);
      }
    }
  }

  /** The two nodes of one rack write each key once more, during the load. */
  private static void fillAgainInRackOne(FleetClient client, String id, RealServer redis)
      throws Exception {
    long before = RedisServers.calls(redis.port(), "set");
    client.send("PATCH", "/runs/" + id + "/switches?scope=rack=rack-1", Map.of("fill", true));
    for (int node = 0; node < 3; node += 2) {
      try (FleetClient each = client(node)) {
        await()
            .atMost(PATIENCE)
            .until(() -> texts(each, id).contains("fill during the load ended: "));
      }
    }
    assertThat(RedisServers.size(redis.port())).isEqualTo(50_000);
    assertThat(RedisServers.calls(redis.port(), "set") - before).isBetween(50_000L, 60_000L);
    try (FleetClient outside = client(1)) {
      assertThat(texts(outside, id)).doesNotContain("fill during the load");
    }
  }

  /** The texts of the events of a run, as one node tells them. */
  private static String texts(FleetClient client, String id) throws Exception {
    return String.join(
        "\n", client.get("/runs/" + id + "/events").path("events").findValuesAsString("text"));
  }

  @Test
  @Order(3)
  void parametersAndSidesAreSetForTheFleetForARackOrForANode() throws Exception {
    try (FleetClient one = client(0);
        FleetClient two = client(1)) {
      Map<String, String> spec = new HashMap<>();
      spec.putAll(Map.of("target", "sim:", "rate", "300", "warmup", "0s", "for", "1h"));
      spec.putAll(Map.of("mix", "read=50,update=50", "schedule", "at=1s rate=600"));
      String run = "/runs/" + one.post("/runs", spec).path("id").asString();
      awaitRate(one, run, 550, 650);

      awaitOneChangeOfTheRate(run);

      // One node first, then all.
      one.send("PATCH", run + "/parameters?scope=node=node-2", Map.of("timeout", "2s"));
      await().atMost(PATIENCE).until(() -> timeout(two, run), "2s"::equals);
      assertThat(timeout(one, run)).isEqualTo("5s");
      // A majority of the nodes has stored the change when it is accepted, maybe without this one.
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            JsonNode node = one.get(run + "/scopes").path("nodes").path(1);
            assertThat(node.path("name").asString()).isEqualTo("node-2");
            assertThat(node.path("values").findValuesAsString("origin"))
                .containsExactly("fleet", "node=node-2");
          });
      two.send("PATCH", run + "/parameters", Map.of("timeout", "3s"));
      await().atMost(PATIENCE).until(() -> timeout(one, run), "3s"::equals);
      assertThat(timeout(two, run)).isEqualTo("2s");
      // The next command asks the third node, which says what it knows itself.
      try (FleetClient three = client(2)) {
        await().atMost(PATIENCE).until(() -> timeout(three, run), "3s"::equals);
      }
      PlimsollProcess.Ended cleared =
          fleet("change", run.substring(6), "--clear", "--scope", "node=node-2");
      assertThat(cleared.exit()).as(cleared.err()).isZero();
      assertThat(cleared.out().lines()).hasSize(3).allMatch(each -> each.contains("=3s (fleet)"));
      await().atMost(PATIENCE).until(() -> timeout(two, run), "3s"::equals);

      PlimsollProcess.Ended rate = fleet("change", run.substring(6), "rate=9", "--scope", "rack=x");
      assertThat(rate.err()).contains("rate: must be set with scope fleet");
      PlimsollProcess.Ended typo =
          fleet("change", run.substring(6), "timeout=9s", "--scope", "rack=x");
      assertThat(typo.err()).contains("scope: must be one of the run's scopes: fleet, rack=");

      // Reads of one rack, which has two of three nodes, then all of it, then the whole fleet.
      one.send("PATCH", run + "/switches?scope=rack=rack-1", Map.of("reads", false));
      awaitRate(two, run, 350, 450);
      one.send("PATCH", run + "/switches?scope=rack=rack-1", Map.of("writes", false));
      awaitRate(two, run, 150, 250);
      one.send("DELETE", run + "/scopes?scope=rack=rack-1", Map.of());
      awaitRate(two, run, 550, 650);
      two.send("PATCH", run + "/switches", Map.of("reads", false, "writes", false));
      awaitRate(one, run, 0, 0);
      await().atMost(PATIENCE).until(() -> one.get(run).path("isPaused").asBoolean());
      one.send("PATCH", run + "/switches", Map.of("reads", true, "writes", true));
      awaitRate(two, run, 550, 650);
      one.post(run + "/stop", Map.of());
      assertThat(accounts(run.substring(6), 3).stream().distinct().toList()).hasSize(1);
    }
  }

  /**
   * The nodes have the same schedule, and one of them makes the change for all. Each learns of it
   * on its own.
   */
  private static void awaitOneChangeOfTheRate(String run) throws Exception {
    for (int node = 0; node < 3; node++) {
      try (FleetClient client = client(node)) {
        await()
            .atMost(PATIENCE)
            .untilAsserted(() ->
                assertThat(client.get(run + "/changes").path("changes").findValuesAsString("path"))
                    .containsOnlyOnce("rate"));
      }
    }
  }

  private static void awaitRate(FleetClient client, String run, double from, double to) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> client.get(run).path("throughputPerSecond").asDouble(-1),
            rate -> rate >= from && rate <= to);
  }

  private static String timeout(FleetClient client, String run) throws Exception {
    for (JsonNode each : client.get(run + "/parameters").path("parameters")) {
      if (each.path("path").asString().equals("timeout")) {
        return each.path("value").asString();
      }
    }
    return "";
  }

  private static PlimsollProcess.Ended fleet(String... more) throws Exception {
    return fleet(2, more);
  }

  private static PlimsollProcess.Ended fleet(int node, String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of("fleet"));
    words.addAll(List.of(more));
    words.addAll(List.of("--url", PAGES.get(node)));
    words.addAll(List.of("--token-file", folder.resolve("runs/token").toString()));
    return PlimsollProcess.ended(PlimsollProcess.start(folder, List.of(), words));
  }

  /** Nothing is filled, so reads find what was inserted only. A single Redis is never stale. */
  @Test
  @Order(4)
  void readsOfTheLatestKeysFindTheInsertsOfAllNodesAndAreConsistent() throws Exception {
    try (RealServer redis = RedisServers.start(Files.createDirectories(folder.resolve("latest")));
        FleetClient client = client(1)) {
      Map<String, String> spec = new HashMap<>();
      spec.putAll(Map.of("target", "redis://127.0.0.1:" + redis.port(), "no-fill", "true"));
      spec.putAll(Map.of("mix", "read=1,insert=1", "key-distribution", "latest"));
      spec.putAll(Map.of("keys", "1000", "rate", "600", "warmup", "0s", "for", "15s"));
      spec.putAll(Map.of("consistency", "true", "consistency-probe", "1s"));
      String id = client.post("/runs", spec).path("id").asString();
      accounts(id, 3);
      JsonNode accounting = client.get("/runs/" + id).path("summary").path("accounting");

      // Two of three reads are of keys of the others, which are known some seconds later.
      double reads = accounting.path("scheduled").asLong() / 2.0;
      assertThat(accounting.path("notFound").asLong() / reads).isBetween(0.0, 0.5);

      JsonNode found = consistency(0, id);
      assertThat(found.path("reads").path("judged").asLong()).isPositive();
      assertThat(found.path("reads").path("stale").asLong()).isZero();
      assertThat(found.path("lostWrites").path("keysChecked").asLong()).isGreaterThan(3_000);
      assertThat(found.path("lostWrites").path("lost").asLong()).isZero();
      // One each second, from one of the three nodes; the load may take a while to end.
      assertThat(found.path("probe").path("markers").asLong()).isBetween(10L, 30L);
      assertThat(consistency(1, id)).isEqualTo(found);
      assertThat(consistency(2, id)).isEqualTo(found);
    }
  }

  private static JsonNode consistency(int node, String id) throws Exception {
    try (FleetClient client = client(node)) {
      return client.get("/runs/" + id).path("summary").path("consistency");
    }
  }

  @Test
  @Order(4)
  void aSearchOfAFleetHasOneResultOnAllNodes() throws Exception {
    // The cap is far below the maximum, with a bound far above what a busy machine adds. Beside
    // a service time of 200 ms, a generator that is late by some milliseconds spoils no trial.
    PlimsollProcess.Ended ended =
        command(
            "find-max",
            "sim:?service=constant(200ms)",
            "--slo",
            "mean<5s",
            "--precision",
            "50%",
            "--rate",
            "300",
            "--max-rate",
            "600",
            "--trial",
            "1s",
            "--longest-trial",
            "1s",
            "--warmup",
            "0s",
            "--out",
            "search");

    assertThat(ended.exit()).as(ended.err()).isIn(ExitCode.DONE, ExitCode.UNDECIDED);
    assertThat(ended.out()).contains("line ");
    assertThat(ended.err())
        .contains("target sim:?service=constant(200ms), seed ")
        .containsPattern("(?m)^ *1 +\\S+ +300 ");
    JsonNode line =
        ResultJson.mapper().readTree(Files.readString(folder.resolve("search/find-max.json")));
    assertThat(line.path("isEnded").asBoolean()).isTrue();
    // On a busy machine the line may be anywhere below the cap, or be the generator's limit.
    assertThat(line.path("line").path("load").asDouble()).isLessThanOrEqualTo(600);
    assertThat(line.path("trials")).isNotEmpty();
    assertThat(folder.resolve("search/find-max.html")).exists();
    assertThat(Files.readString(folder.resolve("search/part.jsonl"))).contains("\"node-2\"");
    for (int node = 0; node < 3; node++) {
      try (FleetClient client = client(node)) {
        String run = "/runs/" + id(ended);
        await().atMost(PATIENCE).until(() -> !client.get(run).path("isLive").asBoolean(true));
        assertThat(client.get(run + "/line")).isEqualTo(line);
      }
    }
  }

  @Test
  @Order(4)
  void aSweepIsASequenceOfRunsOfTheFleet() throws Exception {
    PlimsollProcess.Ended ended =
        command(
            "sweep",
            "sim:?service=constant(1ms)",
            "--grid",
            "rate=100,200",
            "--warmup",
            "0s",
            "--for",
            "1s",
            "--out",
            "sweep");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.err()).contains("1/2  rate=").contains("2/2  rate=");
    assertThat(folder.resolve("sweep/sweep.html")).exists();
    JsonNode generators =
        ResultJson.mapper()
            .readTree(Files.readString(folder.resolve("sweep/point-002-run-1/generators.json")))
            .path("generators");
    assertThat(generators.size()).isEqualTo(3);
    JsonNode sweep =
        ResultJson.mapper().readTree(Files.readString(folder.resolve("sweep/sweep.json")));
    assertThat(sweep.path("rows").size()).isEqualTo(2);
  }

  @Test
  @Order(4)
  void iterationsOfAFleetFollowEachOtherAtAllNodes() throws Exception {
    assertThat(scheduledByIteration("timed", "--rate", "300", "--for", "2s", "--iterations", "3"))
        .containsExactly("600", "600", "600");
    assertThat(
            scheduledByIteration("counted", "--workers", "6", "--ops", "2000", "--iterations", "2"))
        .containsExactly("2000", "2000");
  }

  /** The operations of each iteration of a run, all of whose nodes tell the same. */
  private List<String> scheduledByIteration(String name, String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("sim:?service=constant(1ms)", "--warmup"));
    arguments.addAll(List.of("0s", "--out", name));
    arguments.addAll(List.of(options));
    PlimsollProcess.Ended ended = run(arguments.toArray(String[]::new));
    assertThat(ended.exit()).as(ended.err()).isIn(0, 5); // 5: beside much else on the machine
    JsonNode summary =
        ResultJson.mapper()
            .readTree(Files.readString(folder.resolve(name).resolve("run.json")))
            .path("summary");
    List<String> scheduled = summary.path("iterations").findValuesAsString("scheduled");
    long all = scheduled.stream().mapToLong(Long::parseLong).sum();
    assertThat(accounts(id(ended), 3))
        .allSatisfy(each -> assertThat(each.getFirst()).isEqualTo(all));
    return scheduled;
  }

  @Test
  @Order(4)
  void aRunThatIsStoppedBetweenIterationsEndsAtAllNodes() throws Exception {
    try (FleetClient client = client(2)) {
      Map<String, String> request =
          Map.of(
              "target", "sim:", "rate", "300", "warmup", "0s", "for", "1s", "iterations", "1000");
      String id = client.post("/runs", request).path("id").asString();
      await()
          .atMost(PATIENCE)
          .until(() -> client.get("/runs/" + id + "/intervals").path("at").size() > 4);
      client.post("/runs/" + id + "/stop", Map.of());
      assertThat(accounts(id, 3).stream().distinct().toList()).hasSize(1);
    }
  }

  @Test
  @Order(4)
  void aRunIsPlacedOnSomeNodesAndMovesAndSharesFollowTheWeights() throws Exception {
    Map<String, String> spec = new HashMap<>();
    spec.putAll(Map.of("target", "sim:", "rate", "600", "warmup", "0s", "for", "1h"));
    // Half of the bound is enough even where a busy machine stops all processes for seconds.
    spec.putAll(Map.of("place", "node=node-1, node=node-2", "max-in-flight", "20k"));
    try (FleetClient one = client(0);
        FleetClient three = client(2)) {
      assertThatThrownBy(
              () -> three.post("/runs", Map.of("target", "sim:", "place", "rack=nowhere")))
          .hasMessageContaining("place: must contain a node of the fleet, was 'rack=nowhere'");
      String run = three.post("/runs", spec).path("id").asString();
      awaitRate(one, "/runs/" + run, 550, 650);
      awaitRate(three, "/runs/" + run, 550, 650);
      assertThat(shares(one)).containsExactly("0.5", "0.5", "");
      JsonNode facts = one.get("/runs/" + run).path("facts");
      assertThat(facts.path("simulated service").asString("")).isNotEmpty();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(three.get("/runs/" + run).path("facts")).isEqualTo(facts));
      three.send("PATCH", "/runs/" + run + "/parameters", Map.of("timeout", "20s"));
      await().atMost(PATIENCE).until(() -> timeout(one, "/runs/" + run), "20s"::equals);
      await().atMost(PATIENCE).until(() -> timeout(three, "/runs/" + run), "20s"::equals);
      assertThatThrownBy(() -> three.get("/runs/nobody")).hasMessage("There is no run 'nobody'.");

      PlimsollProcess.Ended heavier = fleet("weigh", "node-2", "3");
      assertThat(heavier.exit()).as(heavier.err()).isZero();
      try {
        await().atMost(PATIENCE).until(() -> shares(one), List.of("0.25", "0.75", "")::equals);
        await()
            .atMost(PATIENCE)
            .until(() -> figures(three, "weight"), List.of("1", "3", "1")::equals);
      } finally { // the runs of other tests follow the weights
        assertThat(fleet("weigh", "node-2", "1").exit()).isZero();
      }
      PlimsollProcess.Ended nobody = fleet("weigh", "nobody", "3");
      assertThat(nobody.exit()).isEqualTo(2);
      assertThat(nobody.err())
          .contains("node: must be the name or the address of a node of the fleet, was 'nobody'");

      PlimsollProcess.Ended nowhere = placed(run, "rack=nowhere");
      assertThat(nowhere.exit()).isEqualTo(2);
      assertThat(nowhere.err()).contains("place: must contain a node of the fleet");
      PlimsollProcess.Ended moved = placed(run, "node=node-3");
      assertThat(moved.exit()).as(moved.err()).isZero();
      await().atMost(PATIENCE).until(() -> shares(one), List.of("", "", "1")::equals);
      awaitRate(three, "/runs/" + run, 550, 650);
      three.post("/runs/" + run + "/stop", Map.of());
      assertThat(accounts(run, 3).stream().distinct().toList()).hasSize(1);
      JsonNode accounting = one.get("/runs/" + run).path("summary").path("accounting");
      assertThat(accounting.path("notSent").asLong(-1)).isZero();
      assertThat(accounting.path("shed").asLong(-1))
          .as("its bound is large enough; %s", one.get("/runs/" + run + "/events"))
          .isZero();
    }
  }

  @Test
  @Order(4)
  void aNodeThatTakesNoPartInARunStartsItAndHasItsResult() throws Exception {
    // Only one process can open this store.
    String store = "rocksdb:" + folder.resolve("of-one-node");
    Map<String, String> spec = new HashMap<>();
    spec.putAll(Map.of("target", store, "rate", "500", "keys", "1000"));
    spec.putAll(Map.of("warmup", "0s", "for", "2s", "place", "node=node-1"));
    spec.put("consistency", "true");
    try (FleetClient three = client(2)) {
      String run = three.post("/runs", spec).path("id").asString();
      List<List<Long>> accounts = accounts(run, 3);
      assertThat(accounts.getFirst().getFirst()).isEqualTo(1000);
      assertThat(accounts).allMatch(accounts.getFirst()::equals);
      assertThat(three.get("/runs/" + run + "/generators").findValuesAsString("node"))
          .containsExactly("node-1");
      assertThat(three.get("/runs/" + run + "/intervals").toString()).contains("measure");
      JsonNode found = consistency(0, run);
      assertThat(found.path("reads").path("judged").asLong()).isPositive();
      assertThat(consistency(2, run)).isEqualTo(found);
      JsonNode facts = three.get("/runs/" + run).path("summary").path("targetFacts");
      String version = facts.path("rocksdb version").asString("");
      assertThat(version).isNotEmpty();
      // A run has ended shortly before its files are closed.
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() -> {
            byte[] report = three.download("/runs/" + run + "/report").bytes();
            assertThat(new String(report, StandardCharsets.UTF_8))
                .contains("rocksdb version", version, "stale reads");
          });
    }
  }

  private static PlimsollProcess.Ended placed(String run, String nodes) throws Exception {
    return fleet(0, "place", run, nodes);
  }

  /** The share of each node in the live run, without zeros at the end; empty if it has none. */
  private static List<String> shares(FleetClient client) throws Exception {
    return figures(client, "share");
  }

  private static List<String> figures(FleetClient client, String name) throws Exception {
    return client
        .get("/fleet")
        .path("nodes")
        .valueStream()
        .map(each -> each.path(name))
        .map(share ->
            share.isNumber() ? share.decimalValue().stripTrailingZeros().toPlainString() : "")
        .toList();
  }

  /** Only one process can open the folder of an embedded engine. */
  @Test
  @Order(4)
  void aRunWhosePolicySaysSoGoesOnWithoutTheNodesThatCannotStart() throws Exception {
    Map<String, String> spec = new HashMap<>();
    spec.put("target", "rocksdb:" + folder.resolve("one-at-a-time"));
    spec.putAll(Map.of("keys", "100", "rate", "200", "warmup", "0s", "for", "2s"));
    spec.put("node-cannot-start", "continue");
    try (FleetClient client = client(0)) {
      String id = client.post("/runs", spec).path("id").asString();
      List<String> states = new ArrayList<>();
      for (int node = 0; node < 3; node++) {
        try (FleetClient each = client(node)) {
          await()
              .atMost(PATIENCE)
              .ignoreException(InvalidSpecException.class)
              .until(() -> !each.get("/runs/" + id).path("isLive").asBoolean(true));
          states.add(each.get("/runs/" + id).path("state").asString());
        }
      }
      assertThat(states).containsExactlyInAnyOrder("finished", "failed", "failed");
    }
  }

  @Test
  @Order(4)
  void whatCannotRunOnAFleetIsRefusedInOneSentence() throws Exception {
    PlimsollProcess.Ended track =
        command("find-max", "sim:", "--slo", "p99<1s", "--method", "track");
    assertThat(track.exit()).isEqualTo(2);
    assertThat(track.err())
        .contains(
            "for: must be at most 1,000 windows (2,000 s) with method 'track' in a fleet,"
                + " was absent");

    PlimsollProcess.Ended history = run("sim:", "--rate", "10", "--history", "history.edn");
    assertThat(history.exit()).isEqualTo(2);
    assertThat(history.err()).contains("history: must be absent in a fleet");

    PlimsollProcess.Ended typo = run("sim:", "--rate", "10", "--out", "x", "--dry-run");
    assertThat(typo.exit()).isEqualTo(2);
    assertThat(typo.err()).contains("--fleet: must not be given with --dry-run");

    PlimsollProcess.Ended dead =
        run("redis://127.0.0.1:" + RealServer.freePort(), "--rate", "10", "--for", "1s");
    assertThat(dead.exit()).isEqualTo(3);
    assertThat(dead.err()).contains("refused the connection: nothing listens there");
  }

  /** The first generator reads the file for all, so another one has to read it afterwards. */
  @Test
  @Order(5)
  void afterTheFirstGeneratorWasKilledOthersSendItsShareAndFollowTheFile() throws Exception {
    Path limits = Files.writeString(folder.resolve("limits.properties"), "rate=300");
    Map<String, String> spec = new HashMap<>();
    spec.putAll(Map.of("target", "sim:", "rate", "90", "warmup", "0s", "for", "1h", "seed", "3"));
    spec.put("properties", "environment,file(" + limits + ")");
    String run;
    String degraded;
    String stopped;
    try (FleetClient client = client(0)) {
      degraded = "/runs/" + client.post("/runs", lost("degrade")).path("id").asString();
      stopped = "/runs/" + client.post("/runs", lost("stop")).path("id").asString();
      awaitRate(client, degraded, 280, 320);
      awaitRate(client, stopped, 280, 320);
      run = "/runs/" + client.post("/runs", spec).path("id").asString();
      awaitRate(client, run, 250, 350);
      JsonNode nodes = client.get(run + "/nodes").path("nodes");
      assertThat(nodes.findValuesAsString("name"))
          .containsExactlyInAnyOrder("node-1", "node-2", "node-3");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            JsonNode one = client.get(run + "/intervals?node=node-2");
            assertThat(
                    one.path("throughputPerSecond").valueStream().mapToDouble(JsonNode::asDouble))
                .anyMatch(each -> each > 60 && each < 140);
            assertThat(one.path("latency").path("p99Nanos").size())
                .isEqualTo(one.path("at").size());
          });
      killed = first(client, run);
    }
    try (FleetClient client = client(killed == 0 ? 1 : 0)) {
      replace(limits, "rate=450");
      awaitRate(client, run, 400, 500);

      ProcessHandle.of(PROCESSES.get(killed)).orElseThrow().destroyForcibly();

      awaitRate(client, run, 0, 400);
      awaitRate(client, run, 400, 500);
      replace(limits, "rate=600");
      awaitRate(client, run, 550, 650);
      assertThat(client.get(run + "/changes").path("changes").findValuesAsString("new"))
          .contains("450", "600");
      assertThat(client.get(run + "/scopes").toString()).doesNotContain("source/");
      client.post(run + "/stop", Map.of());
      await().atMost(PATIENCE).until(() -> !client.get(run).path("isLive").asBoolean(true));
      assertThat(client.get(run).path("summary").toString()).contains("generator-lost");

      // The share of the lost node has moved in that run, and would have in these.
      awaitRate(client, degraded, 180, 220);
      client.post(degraded + "/stop", Map.of());
      for (String each : List.of(stopped, degraded)) {
        await().atMost(PATIENCE).until(() -> !client.get(each).path("isLive").asBoolean(true));
        assertThat(client.get(each).path("state").asString()).isEqualTo("finished");
        assertThat(client.get(each).path("summary").toString()).contains("generator-lost");
      }
      assertThat(client.get(stopped + "/events").toString()).contains("has left the run");
    }
  }

  /** A run of 300/s, with what it does when a node is lost. */
  private static Map<String, String> lost(String policy) {
    Map<String, String> spec = new HashMap<>();
    spec.putAll(Map.of("target", "sim:", "rate", "300", "warmup", "0s", "for", "1h"));
    spec.put("node-lost", policy);
    return spec;
  }

  /** The index of the node that is the first generator of a run. */
  private static int first(FleetClient client, String run) throws Exception {
    for (JsonNode node : client.get(run + "/scopes").path("nodes")) {
      if (node.path("generator").asInt() == 0) {
        return Integer.parseInt(node.path("name").asString().substring("node-".length())) - 1;
      }
    }
    throw new AssertionError(client.get(run + "/scopes").toString());
  }

  private static void replace(Path file, String text) throws Exception {
    Path fresh = Files.writeString(folder.resolve("fresh.properties"), text);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  @Order(6)
  void afterTheEndOfAllNodesTheRunIsThereAndTheFleetContinuesIt() throws Exception {
    String id;
    try (FleetClient client = client(killed == 0 ? 1 : 0)) {
      id =
          client
              .post("/runs", Map.of("target", "sim:", "rate", "300", "warmup", "0s", "for", "1h"))
              .path("id")
              .asString();
      await()
          .atMost(PATIENCE)
          .until(() -> client.get("/runs/" + id).path("throughputPerSecond").asDouble() > 250);
    }
    List<ProcessHandle> nodes =
        PROCESSES.stream().flatMap(each -> ProcessHandle.of(each).stream()).toList();
    nodes.forEach(ProcessHandle::destroyForcibly);
    assertThat(fleet.destroyForcibly().waitFor()).isNotZero();
    // As long as a process is there, no other one may use its folder.
    await().atMost(PATIENCE).until(() -> nodes.stream().noneMatch(ProcessHandle::isAlive));
    said.close();

    start();

    for (int node : IntStream.range(0, 3).filter(each -> each != killed).toArray()) {
      try (FleetClient client = client(node)) {
        assertThat(client.get("/runs/" + id).path("state").asString()).isEqualTo("killed");
      }
    }
    try (FleetClient client = client(killed == 1 ? 0 : 1)) {
      JsonNode next = client.post("/runs/" + id + "/resume", Map.of());
      String nextId = next.path("id").asString();
      assertThat(next.path("notes").asString()).contains("continues run " + id);
      await()
          .atMost(PATIENCE)
          .until(() -> client.get("/runs/" + nextId).path("throughputPerSecond").asDouble() > 250);
      assertThat(client.get("/runs/" + nextId + "/nodes").path("nodes").size()).isEqualTo(3);
      client.post("/runs/" + nextId + "/stop", Map.of());
      assertThat(accounts(nextId, 3).stream().distinct().toList()).hasSize(1);
    }
  }
}
