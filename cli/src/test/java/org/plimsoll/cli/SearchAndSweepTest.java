package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir static Path home;
  @TempDir Path folder;

  @BeforeAll
  static void packStubDriver() throws IOException {
    CommandsTest.pack(home, "sim", StubDriver.Sim.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "find-max sim: # slo: must be given to a search",
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
        "find-max sim: --slo p99<1ms --closed --method ramp # method: must be search with closed",
        "find-max sim: --slo p99<1ms --step 5 # step: must be left out without method ramp",
        "find-max sim: --slo p99<1ms --ops 5 # '--ops' is not an option",
        "find-max sim: --slo driver.x>1 # slo: must be an objective",
        "find-max sim: --slo driver.x-hit-ratio<0.9 # slo: must be an objective",
        "find-max sim: --slo driver.x-hit-ratio>0.9 # slo: must be of the load",
        "find-max sim: --slo p99<1ms --scenario a/rate=1 --scenario b/rate=1 # scenarios: must be",
        "sweep sim: # grid: must be given",
        "sweep sim: --grid workers=0 # workers: must be a whole number",
        "sweep sim: --grid workers=1 --repeat 0 # --repeat: must be a whole number",
        "sweep sim: --grid workers=1 --price-per-hour -1 # --price-per-hour: must be a price",
        "sweep sim: --grid workers=1 --resume # --resume: must be given with --out",
      })
  void invalidArgumentsAreRefusedWithOneSentence(String lineAndSentence) {
    String[] parts = lineAndSentence.split(" # ", -1);
    assertThat(plimsoll(parts[0].split(" "))).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(text(err)).contains(parts[1]).startsWith("plimsoll: ").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"find-max --help", "sweep --help"})
  void helpFitsIn80Columns(String line) {
    assertThat(plimsoll(line.split(" "))).isEqualTo(ExitCode.DONE);
    assertThat(text(out).lines()).isNotEmpty().allMatch(each -> each.length() <= 80);
  }

  @Test
  void dryRunsShowTheSearchAndTheOrderOfTheSweep() {
    assertThat(plimsoll("find-max", "sim:", "--slo", "p99<1ms", "--max-rate", "5k", "--dry-run"))
        .isEqualTo(ExitCode.DONE);
    assertThat(text(out)).containsPattern("max-rate +5k +# command line").contains("longest-trial");
    out.reset();
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
    assertThat(text(out).lines())
        .containsExactlyInAnyOrder(
            "workers=1 run 1", "workers=2 run 1", "workers=1 run 2", "workers=2 run 2");
  }

  @Test
  void searchSettingsAreKeysOfASpec() throws Exception {
    Path spec = folder.resolve("find.yaml");
    Files.writeString(spec, "target: \"sim:\"\nslo: p99<1ms\nmax-rate: 5k\nmethod: ramp\n");
    assertThat(plimsoll("find-max", "--spec", spec.toString(), "--dry-run"))
        .isEqualTo(ExitCode.DONE);
    assertThat(text(out)).containsPattern("method +ramp +# spec ");
  }

  @Test
  void pointsWithAnUnusableTargetAreRowsWithTheReasonInTheFolder() throws Exception {
    Path sweep = folder.resolve("sweep");
    int code = plimsoll("sweep", "sim:", "--grid", "workers=1,2", "--out", sweep.toString());
    assertThat(code).isEqualTo(ExitCode.TARGET_UNUSABLE);
    assertThat(text(out)).contains("a stub opens nothing", "workers=1", "workers=2");
    assertThat(sweep.resolve("sweep.json")).exists();
    assertThat(Files.readString(sweep.resolve("sweep.html"))).contains("a stub opens nothing");
    assertThat(plimsoll("sweep", "sim:", "--grid", "workers=1", "--out", sweep.toString()))
        .isEqualTo(ExitCode.BAD_USAGE);
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
    assertThat(FindMaxCommand.exitCode(result, false, strict)).isEqualTo(code);
    assertThat(FindMaxCommand.exitCode(result, true, strict)).isEqualTo(ExitCode.ABORTED);
  }

  @Test
  void targetsThatNeverAnswerAreUnusable() {
    assertThat(FindMaxCommand.exitCode(result(LineKind.NONE, SloOutcome.FAILED, 0), false, false))
        .isEqualTo(ExitCode.TARGET_UNUSABLE);
  }

  private static TuneResult result(LineKind kind, SloOutcome slo, double throughput) {
    return new TuneResult(
        1,
        new Summary.RunInfo("1", "run", "sim:", "now", 1, Map.of(), Set.of()),
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
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false,
            home);
    return Main.execute(console, line);
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }
}
