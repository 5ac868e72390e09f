package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.result.LineKind;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Stress;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TrialOutcome;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.TuneResult.LineResult;
import org.plimsoll.result.TuneResult.TrialResult;

/** Rejected arguments of {@code find-max} and {@code sweep}, and exit codes of a search. */
class SearchAndSweepTest {
  private Result last = new Result(0, "", "");

  @TempDir static Path home;
  @TempDir Path folder;

  @BeforeAll
  static void packStubDriver() throws IOException {
    CommandsTest.pack(home, "sim", StubDriver.Sim.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "find-max sim: # slo: must be given for a search",
        "find-max sim: --slo p99<1ms --method fast # method: must be one of search, ramp, track",
        "find-max sim: --slo p99<1ms --max-rate 0 # max-rate: must be operations per second",
        "find-max sim: --slo p99<1ms --rate 2k --max-rate 1k # rate: must be at most max-rate",
        "find-max sim: --slo p99<1ms --precision 90% # precision: must be a share",
        "find-max sim: --slo p99<1ms --trial 1ms # trial: must be a duration",
        "find-max sim: --slo p99<1ms --trial 2s --longest-trial 1s # longest-trial: must be at",
        "find-max sim: --slo p99<1ms --for 5s # for: must be left out of a search",
        "find-max sim: --slo p99<1ms --workers 5 # workers: must be left out without closed",
        "find-max sim: --slo p99<1ms --closed --rate 5 # rate: must be left out in a search",
        "find-max sim: --slo p99<1ms --closed --max-rate 5 # max-rate: must be left out with",
        "find-max sim: --slo p99<1ms --max-workers 5 # max-workers: must be left out without",
        "find-max sim: --slo p99<1ms --closed --method ramp # method: must be search if closed",
        "find-max sim: --slo p99<1ms --step 5 # step: must be left out without method ramp",
        "find-max sim: --slo p99<1ms --ops 5 # '--ops' is not an option",
        "find-max sim: --slo p99<1ms --stall-for 1s # of sim: --set stall-for=…",
        "find-max sim: --slo p99<1ms --stall-four=1s # '--stall-four' is not an option",
        "find-max simm: --slo p99<1ms --stall-for 1s # '--stall-for' is not an option",
        "find-max sim: --slo driver.x>1 # slo: must be an objective",
        "find-max sim: --slo driver.x-hit-ratio<0.9 # slo: must be an objective",
        "find-max sim: --slo driver.x-hit-ratio>0.9 # slo: must bound a figure of the load",
        "find-max sim: --slo p99<1ms --scenario a/rate=1 --scenario b/rate=1 # scenarios: must be",
        "sweep sim: # grid: must be given",
        "sweep sim: --grid workers=0 # workers: must be a whole number",
        "sweep sim: --grid workers=1 --repeat 0 # --repeat: must be a whole number",
        "sweep sim: --grid workers=1 --price-per-hour -1 # --price-per-hour: must be a price",
        "sweep sim: --grid nodes=0 # nodes: must be above 0",
        "sweep sim: --grid workers=1 --columns p98 # columns: must be figures such as p99",
        "sweep sim: --grid workers=1 --columns raed.p95 # did you mean 'read.p95'?",
        "sweep sim: --grid workers=1 --columns readers/p99 # columns: must be figures such as p99",
        "sweep sim: --grid workers=1 --at workres=2 # did you mean 'workers'?",
        "sweep sim: --grid workers=1 --server CPU=x # sweep.server: must have names of lower-case",
        "sweep sim: --grid workers=1 --server cpu=( # sweep.server.cpu: must be a regular expr",
        "sweep sim: --grid workers=1 --resume # --resume: must be given with --out",
      })
  void invalidArgumentsAreRefusedWithOneSentence(String lineAndSentence) {
    String[] parts = lineAndSentence.split(" # ", -1);
    assertThat(plimsoll(parts[0].split(" "))).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(last.err()).contains(parts[1]).startsWith("plimsoll: ").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"find-max --help", "sweep --help"})
  void helpFitsIn80Columns(String line) {
    assertThat(plimsoll(line.split(" "))).isEqualTo(ExitCode.DONE);
    assertThat(last.out().lines()).isNotEmpty().allMatch(each -> each.length() <= 80);
  }

  @Test
  void dryRunsShowTheSearchAndTheOrderOfTheSweep() {
    assertThat(plimsoll("find-max", "sim:", "--slo", "p99<1ms", "--max-rate", "5k", "--dry-run"))
        .isEqualTo(ExitCode.DONE);
    assertThat(last.out())
        .containsPattern("max-rate +5k +# command line")
        .contains("longest-trial");
    assertThat(
            plimsoll(
                "sweep",
                "sim:",
                "--grid",
                "workers=1,2",
                "--seed",
                "5",
                "--repeat",
                "2",
                "--dry-run"))
        .isEqualTo(ExitCode.DONE);
    assertThat(last.out().lines())
        .containsExactlyInAnyOrder(
            "workers=1 run 1", "workers=2 run 1", "workers=1 run 2", "workers=2 run 2");
  }

  @Test
  void searchSettingsAreKeysOfASpec() throws Exception {
    Path spec = folder.resolve("find.yaml");
    Files.writeString(spec, "target: \"sim:\"\nslo: p99<1ms\nmax-rate: 5k\nmethod: ramp\n");
    assertThat(plimsoll("find-max", "--spec", spec.toString(), "--dry-run"))
        .isEqualTo(ExitCode.DONE);
    assertThat(last.out()).containsPattern("method +ramp +# spec ");
  }

  @Test
  void pointsWithAnUnusableTargetAreRowsWithTheReasonInTheFolder() throws Exception {
    Path sweep = folder.resolve("sweep");
    int code = plimsoll("sweep", "sim:", "--grid", "workers=1,2", "--out", sweep.toString());
    assertThat(code).isEqualTo(ExitCode.TARGET_UNUSABLE);
    assertThat(last.out()).contains("a stub opens nothing", "workers=1", "workers=2");
    assertThat(sweep.resolve("sweep.json")).exists();
    assertThat(Files.readString(sweep.resolve("sweep.html"))).contains("a stub opens nothing");
    assertThat(plimsoll("sweep", "sim:", "--grid", "workers=1", "--out", sweep.toString()))
        .isEqualTo(ExitCode.BAD_USAGE);
  }

  /** The target cannot be opened, so that the runs end at once. */
  @Test
  void theCommandBeforeEachRunComesFromTheFileAndKnowsThePoint() throws Exception {
    Path log = folder.resolve("log");
    Path script = folder.resolve("nodes.sh");
    Files.writeString(script, "#!/bin/sh\necho \"$@\" >> " + log + "\n[ $1 -lt 3 ]\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Path spec = folder.resolve("study.yaml");
    Files.writeString(
        spec,
        """
        target: "sim:"
        workers: 1
        sweep:
          grid: {nodes: [1, 3]}
          at: {workers: "{8*nodes}"}
          before: [./nodes.sh, "{nodes}", "run {run}; $HOME"]
          after: [./nodes.sh, "0"]
          repeat: 2
          order: given
        """);
    int code = plimsoll("sweep", "--spec", spec.toString(), "--out", folder + "/sweep");
    assertThat(code).isEqualTo(ExitCode.TARGET_UNUSABLE);
    assertThat(log)
        .hasContent("1 run 1; $HOME\n3 run 1; $HOME\n1 run 2; $HOME\n3 run 2; $HOME\n0\n");
    assertThat(last.out())
        .contains("a stub opens nothing", "nodes=3: before the run: 'nodes.sh' exited with 1");
    assertThat(folder.resolve("sweep/point-002-run-1")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "fill", "find-max --slo p99<1ms"})
  void theSpecOfASweepIsNotExecutedAsARun(String command) throws Exception {
    Path made = folder.resolve("made");
    Path spec = folder.resolve("study.yaml");
    Files.writeString(
        spec,
        "target: \"sim:\"\nsweep:\n  grid: {workers: [1]}\n  before: [touch, " + made + "]\n");
    assertThat(plimsoll((command + " --spec " + spec).split(" "))).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(last.err()).contains("study.yaml:3: sweep: must be left out of a single run");
    assertThat(made).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "grid: [1] | grid: must be NAME=VALUE",
        "grid: {workers: 1, workres: 2} | did you mean 'workers'?",
        "befor: [x] | sweep.befor is not a setting, did you mean 'before'?",
        "before: ./nodes.sh | sweep.before: must be a list",
        "command-timeout: 1 | sweep.command-timeout: must be a duration",
      })
  void aSectionThatIsNoSweepIsRefused(String line, String sentence) throws Exception {
    Path spec = folder.resolve("study.yaml");
    Files.writeString(
        spec,
        "target: \"sim:\"\nsweep:\n  "
            + line
            + (line.startsWith("grid") ? "" : "\n  grid: {workers: [1]}")
            + "\n");
    assertThat(plimsoll("sweep", "--spec", spec.toString())).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(last.err()).contains(sentence).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "redis://127.0.0.1:6379, true",
    "cassandra://127.0.0.1:9042/study?x=10.0.0.1, true",
    "'redis://u:p@localhost:1,127.0.0.3:2', true",
    "'redis://127.0.0.1:1,10.0.0.1:2', false",
    "redis://127.0.0.1.example.org, false",
    "rocksdb:, false",
  })
  void aTargetWhoseHostsAreAllLoopbackIsOnThisMachine(String target, boolean isHere) {
    assertThat(SweepStudy.isHere(target)).isEqualTo(isHere);
  }

  @ParameterizedTest
  @CsvSource({
    "FOUND, PASSED, false, 0",
    "FOUND, PASSED, true, 0",
    "CAP, PASSED, true, 0",
    "UNCONFIRMED, PASSED, false, 0",
    "UNCONFIRMED, PASSED, true, 5",
    "GENERATOR, PASSED, false, 0",
    "GENERATOR, PASSED, true, 5",
    "GENERATOR, UNDECIDED, false, 5",
    "NONE, FAILED, false, 4",
    "NONE, FAILED, true, 4",
  })
  void theExitCodeOfASearchFollowsItsResult(
      LineKind kind, SloOutcome slo, boolean strict, int code) {
    TuneResult result = result(kind, slo, 100);
    assertThat(ExitCode.of(result, false, strict)).isEqualTo(code);
    assertThat(ExitCode.of(result, true, strict)).isEqualTo(ExitCode.ABORTED);
  }

  @Test
  void targetsThatNeverAnswerAreUnusable() {
    assertThat(ExitCode.of(result(LineKind.NONE, SloOutcome.FAILED, 0), false, false))
        .isEqualTo(ExitCode.TARGET_UNUSABLE);
  }

  private static TuneResult result(LineKind kind, SloOutcome slo, double throughput) {
    return new TuneResult(
        1,
        new Summary.RunInfo("1", "run", "sim:", "now", 1, Map.of(), Collections.emptySortedSet()),
        new TuneResult.Search("search", "/s", List.of("p99<1ms")),
        new TuneResult.Outcome(slo, new LineResult(kind, 100, 100, 110.0, throughput, ""), null),
        List.of(
            new TrialResult(
                1,
                "find",
                100,
                1,
                throughput,
                new TuneResult.Decision(
                    TrialOutcome.PASSED, "p99<1ms", new Stress(0, 0, 0), false, ""),
                null)),
        List.of(),
        true);
  }

  private int plimsoll(String... line) {
    last = Result.of(home, line);
    return last.exit();
  }
}
