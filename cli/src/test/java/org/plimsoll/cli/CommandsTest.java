package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {
  static final List<String> BAD_COMMAND_LINES =
      List.of(
          "run --kyes 5",
          "run sim: --for 2s --for 3s",
          "run redis://:sec/ret@127.0.0.1:6379",
          "run redis:/:secret@127.0.0.1:6379",
          "rnu",
          "run sim: extra",
          "run sim: --keys",
          "run sim: --keys 0",
          "run sim: --keys -5",
          "run sim: --keys 1e3",
          "run sim: --keys ٣",
          "run sim: --keys 1.5",
          "run sim: --keys 4611686018427387905",
          "run sim: --keys 99999999999999999999",
          "run sim: --keys 5 --keys 6",
          "run sim: --first-key 4611686018427387904 --keys 1",
          "run sim: --rate 0",
          "run sim: --rate NaN",
          "run sim: --rate Infinity",
          "run sim: --rate -1",
          "run sim: --rate 2g",
          "run sim: --rate read=1k --mix read=1",
          "run sim: --rate read=1k,raed=1k",
          "run sim: --rate 1k --workers 4",
          "run sim: --rate read=1k --workers 4 --model paced",
          "run sim: --rate 1k --model closed",
          "run sim: --model open",
          "run sim: --max-in-flight 5",
          "run sim: --arrivals poisson",
          "run sim: --rate 1k --arrivals possion",
          "run sim: --rate 1k --arrivals poisson(2)",
          "run sim: --rate 1k --arrivals uniform",
          "run sim: --rate 1k --arrivals uniform(0)",
          "run sim: --rate 1k --arrivals uniform(1.1)",
          "run sim: --rate 1k --arrivals gamma(0)",
          "run sim: --rate 1k --arrivals gamma(x)",
          "run sim: --rate 1k --arrivals lognormal(9)",
          "run sim: --rate 1k --arrivals pareto(1)",
          "run sim: --rate 1k --arrivals hyperexponential(1)",
          "run sim: --rate 1k --arrivals markov(10,5k)",
          "run sim: --rate 1k --arrivals markov(1,5k,1k)",
          "run sim: --rate 1k --arrivals trace(does-not-exist.txt)",
          "run sim: --rate 1k --arrivals trace(.)",
          "run sim: --arrivals gamma(2)",
          "run sim: --rate ramp(1k,10k)",
          "run sim: --rate ramp(0,0,5s)",
          "run sim: --rate ramp(1k,2g,5s)",
          "run sim: --rate ramp(1k,-1,5s)",
          "run sim: --rate ramp(1k,2k,0)",
          "run sim: --rate ramp(1k,2k,5)",
          "run sim: --rate ramp(1k,2k,5s",
          "run sim: --rate rmap(1k,2k,5s)",
          "run sim: --rate (1k)",
          "run sim: --rate steps(1k,0,2k,5s)",
          "run sim: --rate steps(1,0.001,1k,5s)",
          "run sim: --rate sine(1k,2k,5s)",
          "run sim: --rate daily(2k,1k)",
          "run sim: --rate daily(1k)",
          "run sim: --rate spike(1k,2k,5s,0)",
          "run sim: --rate csv(does-not-exist.csv)",
          "run sim: --rate read=ramp(1k,2k),update=5",
          "run sim: --rate read=ramp(1k,2k,5s),read=5",
          "run sim: --rate ramp(1k,0,5s) --ops 1m",
          "run sim: --fill-rate ramp(1k,2k,5s)",
          "run sim: --rate 1k --think-time 1s",
          "run sim: --workers 5 --think-time fast",
          "run sim: --workers 5 --think-time exponential(-1s)",
          "run sim: --rate 1k --when-full drop",
          "run sim: --workers 0",
          "run sim: --workers 1.5",
          "run sim: --mix read=0,update=0",
          "run sim: --mix ,",
          "run sim: --mix read=1,read=2",
          "run sim: --mix write=1,update=2",
          "run sim: --mix raed=1",
          "run sim: --mix read=NaN",
          "run sim: --key-distribution zipfian(0)",
          "run sim: --key-distribution zipf",
          "run sim: --key-distribution hotspot(2,3)",
          "run sim: --key-distribution keys(does-not-exist)",
          "run sim: --key-distribution custom(nothing)",
          "run sim: --drivers does-not-exist",
          "run sim: --key-window sliding(1m,5s)",
          "run sim: --client-cache 1",
          "run sim: --fields exponential(5)",
          "run sim: --mix bulk-read=1 --bulk-size exponential(5)",
          "run sim: --mix bulk-read=1 --bulk-size uniform(0,10)",
          "run sim: --transaction t=bulk-read,read --mix t=1 --bulk-size uniform(3,10)",
          "run sim: --resume does-not-exist",
          "run sim: --resume . --spec x.yaml",
          "run sim: --value-bytes uniform(5,1)",
          "run sim: --value-bytes 2GiB",
          "run sim: --fields 10k --value-bytes 1MiB",
          "run sim: --timeout 0",
          "run sim: --for 10",
          "run sim: --ops 5 --forever",
          "run sim: --fill=5 --no-fill",
          "run sim: --fill=1m",
          "run sim: --fill-shard 4/4",
          "run sim: --fill-mode maybe",
          "run sim: --verify",
          "run sim: --slo p99>10ms",
          "run sim: --slo p98<10ms",
          "run sim: --slo errors<200%",
          "run sim: --slo scan.p99<10ms",
          "run sim: --slo staleness.p99<1s",
          "run sim: --consistency --slo staleness.errors<1%",
          "run sim: --consistency --value-bytes 47",
          "run sim: --consistency --value-bytes exponential(1000)",
          "run sim: --consistency-probe 0s",
          "run sim: --consistency --consistency-keys 100k --consistency-clients 1k",
          "run sim: --history /does/not/exist.edn",
          "run sim: --history-format jepsen",
          "run sim: --slo checkout/p99<10ms",
          "run sim: --scenario a/rate=1k --slo b/p99<10ms",
          "run sim: --scenario a/mix=read=1 --slo a/scan.p99<10ms",
          "run sim: --scenario a",
          "run sim: --scenario a/rate",
          "run sim: --scenario /rate=5",
          "run sim: --scenario a/=5",
          "run sim: --scenario all/rate=5",
          "run sim: --scenario probe/rate=5",
          "run sim: --scenario 1/rate=5",
          "run sim: --scenario a b/rate=5",
          "run sim: --scenario a/b/rate=5",
          "run sim: --scenario a/raet=5",
          "run sim: --scenario a/for=5s",
          "run sim: --scenario a/verify=true",
          "run sim: --scenario a/rate=0",
          "run sim: --scenario a/rate=5 --scenario a/rate=6",
          "run sim: --scenario a/rate=5 --rate 7",
          "run sim: --scenario a/rate=5 --scenario b/workers=5 --workers 7",
          "run sim: --scenario a/workers=5 --scenario a/arrivals=poisson",
          "run sim: --iterations 0",
          "run sim: --iterations 2 --forever",
          "run sim: --probe 0",
          "run sim: --probe 10/m",
          "run sim: --probe-mix read=1",
          "run sim: --probe 10 --probe-mix raed=1",
          "run sim: --properties fiel(x)",
          "run sim: --properties file(does-not-exist)",
          "run sim: --properties url(http://u:secret@127.0.0.1:1/x)",
          "run sim: --properties jdbc(jdbc:none:u/secret@h,limits)",
          "run sim: --properties custom(nothing,secret)",
          "run sim: --schedule at=5m",
          "run sim: --schedule at=5m;raet=5",
          "run sim: --schedule at=5m --schedule at=1s,raet=5",
          "find-max sim: --slo p99<1s --schedule at=5m",
          "sweep sim: --grid keys=1,2 --properties environment",
          "run redis://me:env:NO_SUCH_VARIABLE@h --dry-run",
          "run redis://h --set password=file:/does/not/exist --dry-run",
          "run sim: --name ../x",
          "run sim: --seed -1",
          "run sim: --set service",
          "run sim: --set servce=1ms",
          "run sim: --set service=fast",
          "run smi:",
          "run nothing",
          "run sim:?service=1ms&service=2ms",
          "run sim:?x=%zz",
          "run redis://u:secret@h:1?connections=0",
          "run redis://u:secret@h:1?pasword=secret",
          "run sim://u:secret@h",
          "run --spec does-not-exist.yaml",
          "run sim: --json /does/not/exist.json",
          "report does-not-exist",
          "compare",
          "compare does-not-exist --against does-not-exist",
          "compare x --against",
          "compare x --margin 3",
          "compare x --margin 100%",
          "compare x --margin 3% --margin 4%",
          "compare x --figures p98",
          "compare x --figures p99,,p50",
          "drivers nothing",
          "fill sim: --no-fill",
          "fill sim: --rate 1k");

  @TempDir static Path home;
  @TempDir Path folder;

  @BeforeAll
  static void packStubDrivers() throws IOException {
    pack(home, "rocksdb", StubDriver.Rocks.class);
    pack(home, "sim", StubDriver.Sim.class);
    pack(home, "redis", StubDriver.Redis.class);
  }

  static void pack(Path home, String name, Class<?> driver) throws IOException {
    Path jar = Files.createDirectories(home.resolve("drivers").resolve(name)).resolve("stub.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("META-INF/services/org.plimsoll.api.Driver"));
      out.write(driver.getName().getBytes(StandardCharsets.UTF_8));
      for (Class<?> type : List.of(StubDriver.class, driver)) {
        String path = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(path));
        try (InputStream in =
            Objects.requireNonNull(type.getClassLoader()).getResourceAsStream(path)) {
          Objects.requireNonNull(in).transferTo(out);
        }
      }
    }
  }

  private static Result plimsoll(String... args) {
    return Result.of(home, args);
  }

  private static void assertRefused(Result result) {
    assertThat(result.exit()).as(result.err()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith("plimsoll: ").endsWith("\n").hasLineCount(1);
    assertThat(result.err()).doesNotContain("Exception", "secret");
  }

  @ParameterizedTest
  @FieldSource("BAD_COMMAND_LINES")
  void invalidCommandLinesAreRefusedWithOneSentence(String line) {
    assertRefused(plimsoll(line.split(" ")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# nothing",
        "kyes: 5",
        "keys: 5\nkeys: 6",
        "keys: [5]",
        "keys: {a: 5}",
        "keys:",
        "keys: .nan",
        "rate: 0",
        "rate: {read: 1k, read: 2k}",
        "mix: {read: [1]}",
        "mix: {}",
        "slo: [[p99<1ms]]",
        "\tkeys: 5",
        "- keys",
        "just text",
        "keys: 5\n---\nkeys: 6",
        "a: &a [1]\nkeys: *a",
        "keys: &k 5",
        "set: 5",
        "set: {serivce: 1ms}",
        "target: [sim:]",
        "scenarios:",
        "scenarios: {}",
        "scenarios: [a]",
        "scenarios: {a: 5}",
        "scenarios: {a: }",
        "scenarios: {a: {rate: 5}, a: {rate: 6}}",
        "scenarios: {a: {rate: 5, rate: 6}}",
        "scenarios: {a/b: {rate: 5}}",
        "scenarios: {'': {rate: 5}}",
        "scenarios: {all: {rate: 5}}",
        "scenarios: {probe: {rate: 5}}",
        "scenarios: {a: {raet: 5}}",
        "scenarios: {a: {for: 5s}}",
        "scenarios: {a: {verify: true}}",
        "scenarios: {a: {rate: 0}}",
        "scenarios: {a: {mix: {raed: 1}}}",
        "scenarios: {a: {scenarios: {}}}",
        "scenarios: {a: {rate: 5}}\nslo: b/p99<1ms",
        "scenarios: {a: {keys: 5}}\nfill: 6",
        "probe-mix: read=1",
        "keys: \"5",
        "keys: '1\n\n2'"
      })
  void invalidSpecsAreRefusedWithOneSentence(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("spec.yaml"), yaml);
    assertRefused(plimsoll("run", "sim:", "--spec", file.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--scenario chekout/rate=5 # must be one of the spec, was 'chekout', did you mean"
            + " 'checkout'",
        "--rate 5 # rate: must be given to one of the scenarios, because each has its own, as in"
            + " --scenario checkout/rate=…, was '5'",
        "--scenario checkout/mix=read=0 # scenario checkout: mix: must be weights",
        "--slo chekout/p99<1ms # did you mean 'checkout/all'",
      })
  void errorsInScenariosAreReported(String lineAndSentence) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("s.yaml"), "scenarios: {checkout: {rate: 1k}, search: {rate: 2k}}");
    String[] parts = lineAndSentence.split(" # ", -1);
    Result result = plimsoll(("run sim: --dry-run --spec " + file + " " + parts[0]).split(" "));
    assertRefused(result);
    assertThat(result.err()).contains(parts[1]);
  }

  @Test
  void dryRunsShowEachScenario() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("s.yaml"),
            "mix: {read: 1}\nscenarios: {checkout: {rate: 1k}, search: {workers: 4}}\n");
    Result result =
        plimsoll(
            ("run sim: --dry-run --probe 10/s --scenario checkout/rate=5k --spec " + file)
                .split(" "));
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out())
        .containsPattern("\nmix +read=1 +# spec ")
        .containsPattern("scenario/checkout/rate +5k +# command line")
        .containsPattern("scenario/checkout/model +open +# follows from the load")
        .containsPattern("scenario/search/workers +4 +# spec ")
        .containsPattern("scenario/search/model +closed +# follows from the load")
        .containsPattern("probe +10/s +# command line")
        .contains("load of checkout: open, 5k/s", "load of search: closed, 4 workers")
        .contains("probe: open, 10/s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate|csv|1s,1k\\n0.5s,2k|rates.csv:2 must be a time, not before the one above",
        "rate|csv|1s,1k\\n2s|rates.csv:2 must be a time",
        "rate|csv|1s,1k\\n2s,2k\\n3s,fast|rates.csv:3 must be",
        "rate|csv|1s,0\\n2s,0|rate: must be csv(file)",
        "rate|csv|# nothing|rate: must name a file with at least one line",
        "arrivals|trace|5\\n4|rates.csv:2 must be a time, not before the one above",
        "arrivals|trace|5\\nnoon|rates.csv:2 must be a time",
        "arrivals|trace|5\\n5|arrivals: must name a file with different timestamps",
        "arrivals|trace|2026-11-21T10:00:00Z\\n2026-11-21|rates.csv:2 must be a time",
        "arrivals|trace|1\\n2\\n1e999999999|rates.csv:3 must be a time"
      })
  void invalidSeriesAreRefusedWithTheLine(String key, String call, String text, String sentence)
      throws IOException {
    Path file = folder.resolve("rates.csv");
    Files.writeString(file, text.replace("\\n", "\n"));
    Result result = plimsoll("run", "sim:", "--" + key, call + "(" + file + ")");
    assertRefused(result);
    assertThat(result.err()).contains(sentence);
  }

  @Test
  void shapesProcessesAndThinkTimeAreReadFromASpec() throws IOException {
    Path file = folder.resolve("spec.yaml");
    Files.writeString(
        file,
        """
        target: "sim:"
        rate:
          read: ramp(1k, 3k, 10s)
          update: spike(100, 1k, 5s, 1s)
        arrivals: markov(10, 5k, 1k)
        for: 10s
        """);
    Result open = plimsoll("run", "--dry-run", "--spec", file.toString());
    assertThat(open.err()).isEmpty();
    assertThat(open.out()).contains("open, at most 4k/s", "about 24.1k at 2.2k/s on average");
    Files.writeString(file, "workers: 5\nthink-time: exponential(1s)\n");
    Result closed = plimsoll("run", "sim:", "--dry-run", "--spec", file.toString());
    assertThat(closed.out()).contains("closed, 5 workers that think", "exponential(1s)");
    Files.writeString(file, "rate: ramp(1k)\n");
    Result bad = plimsoll("run", "sim:", "--spec", file.toString());
    assertRefused(bad);
    assertThat(bad.err())
        .contains("spec.yaml: rate: must be ramp(from,to,length)", "was 'ramp(1k)'");
  }

  @Test
  void hugeSpecsAreRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("spec.yaml"), "#".repeat((1 << 20) + 1));
    assertRefused(plimsoll("run", "--spec", file.toString()));
  }

  @Test
  void dryRunsShowOriginsAndMaskSecrets() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), "keys: 5k\nfor: 1m\nmix: {read: 1}\n");
    Result result =
        plimsoll(
            ("run redis://me:secret@h:1,h:2/2?connections=4 --dry-run --ops 7 --fill --spec "
                    + file)
                .split(" "));
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out())
        .doesNotContain("secret")
        .contains("redis://me:***@h:1,h:2/2?connections=4")
        .containsPattern("keys +5k +# spec ")
        .containsPattern("ops +7 +# command line")
        .containsPattern("workers +16 +# default")
        .containsPattern("set.connections +4 +# target URI")
        .doesNotContainPattern("\nfor ");
  }

  @ParameterizedTest
  @CsvSource({
    "--fill sim:, all, false",
    "sim: --fill, all, false",
    "sim: --fill all, all, false",
    "sim: --fill 7, 7, false",
    "sim: --fill=none, none, false",
    "sim: --fill none --ignore-missing true, none, true",
    "--fill --ignore-missing sim:, all, true"
  })
  void optionsWithAnOptionalValueTakeTheNextWordIfItIsAValue(
      String line, String fill, boolean ignored) {
    Result result = plimsoll(("run --dry-run --rate 1k " + line).split(" "));
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out())
        .containsPattern("target +sim: ")
        .containsPattern("\nfill +" + fill + " +# command line")
        .containsPattern("ignore-missing +" + ignored + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "find-max", "sweep"})
  void aSpecGivenAsTargetIsRefusedWithTheRightOption(String command) {
    Result result = plimsoll(command, "examples/redis-cache.yaml");
    assertRefused(result);
    assertThat(result.err())
        .contains("a spec file is given with --spec: --spec examples/redis-cache.yaml");
  }

  @Test
  void operationsOfOtherDriversAreNotReportedAsTypingErrors() {
    Result result = plimsoll("run", "redis://h", "--mix", "bulk-read=1", "--dry-run");
    assertThat(result.err())
        .contains(
            "mix: must name operations of the driver, was 'bulk-read'; known are delete, insert,")
        .doesNotContain("did you mean");
  }

  @Test
  void dryRunsShowValuesOfSourcesAndMaskSecrets() throws IOException {
    Path limits = Files.writeString(folder.resolve("limits.properties"), "rate=7k\nfor=9s\n");
    Path password = Files.writeString(folder.resolve("pw"), "secret\n");
    Path spec =
        Files.writeString(
            folder.resolve("s.yaml"),
            "for: 1m\nproperties: [environment, \"file(%s)\"]\n".formatted(limits));
    Result result =
        plimsoll(
            "run",
            "redis://me@h",
            "--dry-run",
            "--spec=" + spec,
            "--set=password=file:" + password,
            "--schedule=at=5m set.password=secret",
            "--schedule=at=6m rate=1k");
    assertThat(result.exit()).as(result.err()).isEqualTo(2);
    assertThat(result.err()).contains("set.password: cannot change").doesNotContain("secret");
    result =
        plimsoll(
            "run",
            "redis://me@h",
            "--dry-run",
            "--spec=" + spec,
            "--set=password=file:" + password,
            "--schedule=at=5m keys=5",
            "--schedule=at=6m rate=1k");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out())
        .doesNotContain("secret")
        .containsPattern("rate +7k +# file .*limits.properties")
        .containsPattern("for +9s +# file .*limits.properties")
        .contains("set.password           file:" + password)
        .contains("at=5m keys=5; at=6m rate=1k");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "run --help", "fill --help", "report --help"})
  void helpFitsIn80Columns(String line) {
    Result result = plimsoll(line.split(" "));
    assertThat(result.exit()).isZero();
    assertThat(result.out().lines().toList())
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.length()).isLessThanOrEqualTo(80));
  }

  /** Options and values are read and copied in one piece. */
  @ParameterizedTest
  @ValueSource(strings = {"run --help", "fill --help", "find-max --help", "serve --help"})
  void helpBreaksLinesAtBlanksOnly(String line) {
    assertThat(plimsoll(line.split(" ")).out().lines().toList())
        .noneMatch(each -> each.matches(".*[-/({=]"))
        .noneMatch(each -> each.codePoints().anyMatch(c -> c >= 0xe000 && c <= 0xf8ff));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "run",
        "fill",
        "find-max",
        "sweep",
        "serve",
        "report",
        "compare",
        "drivers",
        "ycsb run",
        "ycsb load",
        "import"
      })
  void helpHasExamplesThatAreValid(String command) {
    String help = plimsoll((command + " --help").strip().split(" ")).out();
    List<String> examples =
        help.substring(help.indexOf("Examples") + 8)
            .replaceAll("\n {3,}", " ")
            .lines()
            .filter(each -> each.startsWith("  plimsoll "))
            .toList();
    assertThat(examples).isNotEmpty();
    Console console =
        new Console(
            new PrintStream(OutputStream.nullOutputStream()),
            new PrintStream(OutputStream.nullOutputStream()),
            false,
            false,
            home);
    for (String example : examples) {
      String[] words = example.strip().replace("'", "").split(" +", -1);
      String[] arguments = Arrays.copyOfRange(words, 1, words.length);
      assertThatCode(() -> Main.commandLine(console).parseArgs(arguments))
          .as(example)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void emptySecretsAreNotMasked() {
    Result result = plimsoll("run", "redis://127.0.0.1:6379", "--set", "password=", "--dry-run");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).contains("set.password").doesNotContain("***");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "schema", "completion", "drivers", "drivers redis"})
  void otherCommandsPrintToStdout(String line) {
    Result result = plimsoll(line.split(" "));
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).isNotEmpty();
    assertThat(result.err()).isEmpty();
  }
}
