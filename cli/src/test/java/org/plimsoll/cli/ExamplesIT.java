package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.settings.SpecSchema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs the examples as users do, with the built drivers, for two seconds each. */
class ExamplesIT {
  @TempDir static Path serverFolder;

  /** For a server that runs as another user, who has no access to the folders of this one. */
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

  /** All specs, also those of the use cases in folders, and of sweeps. */
  static Stream<Path> specs() throws IOException {
    try (Stream<Path> files = Files.walk(PlimsollProcess.ROOT.resolve("examples"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  /** The specs of runs at the top; UseCasesIT executes those in folders. */
  static Stream<Path> examples() throws IOException {
    Path top = PlimsollProcess.ROOT.resolve("examples");
    return specs().filter(file -> top.equals(file.getParent()) && !isSweep(file));
  }

  private static boolean isSweep(Path file) {
    try {
      return Files.readString(file).contains("\nsweep:");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  @Execution(ExecutionMode.CONCURRENT)
  void everyExampleRuns(Path example) throws Exception {
    Path json = folder.resolve("summary.json");
    Path out = folder.resolve("run");
    List<String> args = new ArrayList<>(List.of("run"));
    String text = Files.readString(example);
    args.addAll(servers.arguments(example, text));
    // A file replaces the example's reader and contains the keys.
    args.add(
        text.contains("requests: examples/")
            ? "--requests=" + PlimsollProcess.ROOT.resolve("examples/requests.jsonl")
            : "--keys=2k");
    // An objective that every machine meets, instead of the example's.
    args.addAll(
        List.of(
            "--spec=" + example,
            // On a busy machine, operations may take many seconds.
            "--for=2s",
            "--timeout=30s",
            "--warmup=0",
            "--slo=errors<99%",
            "--quiet",
            "--json=" + json,
            "--out=" + out));
    PlimsollProcess.Ended result =
        PlimsollProcess.ended(PlimsollProcess.start(folder, List.of(), args));

    // A busy machine may make a result invalid. Then no objective is decided.
    assertThat(result.exit())
        .as("%s: %s%n%s", example, result.out(), result.err())
        .isIn(ExitCode.DONE, ExitCode.UNDECIDED);
    assertThat(out.resolve("run.json")).exists();
    assertThat(result.out()).contains("p99");
    JsonNode summary = new JsonMapper().readTree(Files.readString(json));
    JsonNode accounting = summary.get("accounting");
    long ended = 0;
    for (String way :
        List.of("succeeded", "notFound", "failed", "timedOut", "notSent", "shed", "unfinished")) {
      ended += accounting.get(way).asLong();
    }
    assertThat(ended).isEqualTo(accounting.get("scheduled").asLong()).isPositive();
    assertThat(accounting.get("succeeded").asLong()).isPositive();
    // Another operation may win a compare-and-set, above all on a slow machine.
    long lost = summary.at("/operations/cas/failures/conflict").asLong(0);
    assertThat(accounting.get("failed").asLong())
        .as("%s: %s", example, result.out())
        .isEqualTo(lost);
    assertThat(summary.get("verdict").get("slo").asString()).isIn("passed", "undecided");
  }

  @ParameterizedTest
  @MethodSource("specs")
  void everyExampleMatchesTheSchema(Path example) throws IOException {
    assertThat(schema().validate(Files.readString(example), InputFormat.YAML)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kyes: 5", "keys: [5]", "slo: {p99: 1ms}", "mix: {read: [1]}", "- keys", "set: 5"})
  void theSchemaRefusesInvalidSpecs(String yaml) {
    assertThat(schema().validate(yaml, InputFormat.YAML)).isNotEmpty();
  }

  private static Schema schema() {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(SpecSchema.json());
  }
}
