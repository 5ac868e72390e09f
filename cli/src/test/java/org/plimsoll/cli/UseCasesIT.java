package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.Summary;

/**
 * Executes the commands that the READMEs of the use cases print, on real servers and for seconds
 * instead of minutes.
 */
class UseCasesIT {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|([^\\s']+)");

  @TempDir static Path serverFolder;
  @TempDir static Path reachableFolder;
  static ExampleServers servers;

  @TempDir Path folder;

  @BeforeAll
  static void needNoServerYet() {
    servers = new ExampleServers(serverFolder, reachableFolder);
  }

  @AfterAll
  static void stopServers() {
    servers.close();
  }

  @Test
  void twoTargetsSideBySideGetAVerdict() throws Exception {
    List<String> commands = commands("side-by-side");
    PlimsollProcess.Ended sweep = execute("side-by-side", commands.get(0), "--for=1s", "--keys=5k");
    assertThat(sweep.exit()).as(sweep.err()).isEqualTo(ExitCode.DONE);
    assertThat(sweep.out()).contains("redis:", "memcached:", "Mean of 4 runs", "p95");
    PlimsollProcess.Ended compared = execute("side-by-side", commands.get(1), "--allow-suspect");
    if (isJudged(compared)) {
      assertThat(compared.out()).contains("4 runs  memcached:", "4 runs  redis:", "verdict");
      assertThat(folder.resolve("choice/comparison.html")).exists();
    }
  }

  @Test
  void aCandidateIsCertifiedByThreeQuestions() throws Exception {
    List<String> commands = commands("certification");
    for (int i = 0; i < 3; i++) {
      PlimsollProcess.Ended run =
          execute("certification", commands.get(i), "--for=1s", "--keys=5k");
      // A busy machine may disturb a run, or miss an objective on latency.
      assertThat(run.exit())
          .as(run.out() + run.err())
          .isIn(ExitCode.DONE, ExitCode.UNDECIDED, ExitCode.SLO_MISSED);
    }
    assertThat(summary("certified/correct").accounting().errors().failed()).isZero();
    PlimsollProcess.Ended compared = execute("certification", commands.get(3), "--allow-suspect");
    if (isJudged(compared)) {
      assertThat(compared.exit()).isIn(ExitCode.DONE, ExitCode.SLO_MISSED);
      assertThat(compared.out()).contains("verdict");
    }
  }

  /** A busy machine may make a run invalid, which a comparison refuses with a sentence. */
  private static boolean isJudged(PlimsollProcess.Ended compared) {
    if (compared.exit() == ExitCode.UNDECIDED) {
      assertThat(compared.out() + compared.err())
          .containsPattern("is invalid, so it cannot be compared|verdict");
      return false;
    }
    return true;
  }

  @Test
  void theCapacityFollowsTheCurveOfADay() throws Exception {
    // The curve's first minute, in which the schedule raises the units at its end. A busy machine
    // may make the change some seconds late.
    PlimsollProcess.Ended run =
        execute(
            "auto-scaling",
            commands("auto-scaling").getFirst(),
            "--for=8s",
            "--keys=50",
            "--schedule=at=1s set.read-capacity=100 set.write-capacity=40");
    assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(ExitCode.DONE);
    RecordedRun recorded = RunReader.read(folder.resolve("day"));
    assertThat(recorded.events())
        .anyMatch(event -> event.kind() == EventKind.PARAMETER)
        .anyMatch(event -> event.text().contains("100"));
    Summary summary = summary("day");
    assertThat(summary.driver().counters().get("consumed-read-units")).isPositive();
    assertThat(summary.accounting().errors().failed()).isZero();
  }

  @Test
  void aColdCacheFillsFromItsStoreAndAWarmOneHits() throws Exception {
    List<String> commands = commands("cache-with-backfill");
    for (String command : commands) {
      PlimsollProcess.Ended run = execute("cache-with-backfill", command, "--for=4s", "--keys=2k");
      assertThat(run.exit()).as(run.out() + run.err()).isIn(ExitCode.DONE, ExitCode.UNDECIDED);
    }
    Summary cold = summary("cold");
    Summary warm = summary("warm");
    assertThat(cold.driver().timingNanos()).containsKeys("read-hit", "read-miss");
    assertThat(ratio(cold)).isBetween(0.3, 0.95);
    assertThat(ratio(warm)).isGreaterThan(ratio(cold));
  }

  @Test
  void aLeakMissesTheObjectiveOnTheMemoryOfTheServer() throws Exception {
    List<String> commands = commands("leak-hunt");
    String[] more = {
      "--for=4s", "--rate=2k", "--telemetry-every=200ms", "--slo=redis.used_memory_bytes<6m"
    };
    flush();
    PlimsollProcess.Ended bounded =
        execute("leak-hunt", commands.get(0).replace("ttl=2s", "ttl=300ms"), more);
    // A busy machine may disturb the run, so that nothing is decided.
    assertThat(bounded.exit())
        .as(bounded.out() + bounded.err())
        .isIn(ExitCode.DONE, ExitCode.UNDECIDED);
    flush();
    PlimsollProcess.Ended leaking = execute("leak-hunt", commands.get(1), more);
    assertThat(leaking.exit()).as(leaking.out()).isIn(ExitCode.SLO_MISSED, ExitCode.UNDECIDED);
    assertThat(leaking.out()).contains("redis.used_memory_bytes<6m");
    assertThat(used("leaking")).isGreaterThan(2 * used("bounded"));
  }

  /** The memory that the server reported last. */
  private double used(String run) throws IOException {
    List<Double> readings =
        RunReader.read(folder.resolve(run)).intervals().stream()
            .map(interval -> interval.telemetry().get("redis.used_memory_bytes"))
            .filter(Objects::nonNull)
            .toList();
    return readings.getLast();
  }

  private static void flush() throws Exception {
    String[] address = servers.address("redis").split(":", -1);
    try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
      socket.getOutputStream().write("FLUSHALL\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().readNBytes(5)).asString().isEqualTo("+OK\r\n");
    }
  }

  private Summary summary(String run) throws IOException {
    Summary summary = RunReader.read(folder.resolve(run)).summary();
    assertThat(summary).isNotNull();
    return Objects.requireNonNull(summary);
  }

  private static double ratio(Summary summary) {
    double hits = summary.driver().counters().getOrDefault("cache-hits", 0L);
    return hits / (hits + summary.driver().counters().getOrDefault("cache-misses", 0L));
  }

  /** The commands of a README: indented lines that start with the name of the program. */
  private static List<String> commands(String useCase) throws IOException {
    List<String> commands =
        Files.readAllLines(examples(useCase).resolve("README.md")).stream()
            .filter(line -> line.startsWith("    plimsoll "))
            .map(line -> line.strip().substring("plimsoll ".length()))
            .toList();
    assertThat(commands).isNotEmpty();
    return commands;
  }

  private static Path examples(String useCase) {
    return PlimsollProcess.ROOT.resolve("examples").resolve(useCase);
  }

  /** Executes a command of a README with the addresses of the test's servers. */
  private PlimsollProcess.Ended execute(String useCase, String command, String... more)
      throws Exception {
    List<String> arguments = new ArrayList<>();
    Matcher words = WORD.matcher(command);
    while (words.find()) {
      String word = words.group(1) == null ? words.group(2) : words.group(1);
      if (word.endsWith("*")) {
        arguments.addAll(matching(word));
      } else {
        arguments.add(
            word.endsWith(".yaml") ? examples(useCase).resolve(word).toString() : served(word));
      }
    }
    if (useCase.equals("cache-with-backfill")) {
      arguments.addAll(List.of("--set", "cache=" + served("redis://127.0.0.1:6379?ttl=30s")));
    }
    arguments.addAll(List.of(more));
    if (!command.startsWith("compare")) {
      arguments.addAll(List.of("--warmup=0", "--quiet"));
    }
    return PlimsollProcess.ended(PlimsollProcess.start(folder, List.of(), arguments));
  }

  private static String served(String word) throws Exception {
    String text = word;
    if (text.contains("127.0.0.1:6379")) {
      text = text.replace("127.0.0.1:6379", servers.address("redis"));
    }
    if (text.contains("127.0.0.1:6380")) {
      text = text.replace("127.0.0.1:6380", servers.address("candidate"));
    }
    if (text.contains("127.0.0.1:11211")) {
      text = text.replace("127.0.0.1:11211", servers.address("memcached"));
    }
    return text.contains("127.0.0.1:8000")
        ? text.replace("127.0.0.1:8000", servers.address("dynamodb"))
        : text;
  }

  private List<String> matching(String glob) throws IOException {
    Path path = folder.resolve(glob);
    String prefix = String.valueOf(path.getFileName()).replace("*", "");
    try (Stream<Path> files = Files.list(Objects.requireNonNull(path.getParent()))) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
          .map(Path::toString)
          .sorted()
          .toList();
    }
  }
}
