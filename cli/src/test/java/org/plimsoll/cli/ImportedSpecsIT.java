package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The property files and command lines of other tools run after their import, on a real Redis. */
class ImportedSpecsIT {
  @TempDir Path folder;
  @TempDir Path redisFolder;
  RealServer redis;

  @BeforeEach
  void startRedis() {
    redis = RedisServers.start(redisFolder);
  }

  @AfterEach
  void stopRedis() {
    redis.close();
  }

  /** The property files in NDBench's repository, and the load patterns of its command line. */
  static Stream<String> ndbench() {
    return Stream.of(
        // application.properties of ndbench-core
        "ndbench.config.numKeys=10000|ndbench.config.writeRateLimit=35|"
            + "ndbench.config.readRateLimit=45|",
        // NdBench.properties, its first version
        "NdBench.numKeys=10000|NdBench.writeRateLimit=35|NdBench.readRateLimit=45|",
        // application.properties of ndbench-janusgraph-plugins
        "ndbench.config.janusgraph.storage.backend=cql|"
            + "ndbench.config.janusgraph.storage.hostname=127.0.0.1|"
            + "ndbench.config.dataSize=10000|",
        // laptop.properties of ndbench-web
        "netflix.discovery.registration.enabled=false|DISCOVERY_ENV=local|",
        // The settings that a client of its REST interface sends
        "ndbench.config.autoTuneEnabled=true|ndbench.config.backfillStartKey=2|"
            + "ndbench.config.dataSizeLowerBound=100|ndbench.config.dataSizeUpperBound=500|"
            + "ndbench.config.numBackfill=2|ndbench.config.numKeys=1001|"
            + "ndbench.config.numReaders=5|ndbench.config.preloadKeys=true|"
            + "ndbench.config.readRateLimit=123|ndbench.config.useStaticData=true|"
            + "ndbench.config.useVariableDataSize=true|ndbench.config.writeRateLimit=321|",
        "ndbench.config.cli.loadPattern=zipfian|ndbench.config.zipfExponent=0.7|",
        "ndbench.config.cli.loadPattern=sliding_window|ndbench.config.cli.windowSize=100|"
            + "ndbench.config.cli.windowDurationInSec=1|",
        "ndbench.config.cli.loadPattern=sliding_window_flip|ndbench.config.cli.windowSize=100|"
            + "ndbench.config.cli.windowDurationInSec=1|ndbench.config.validateChecksum=true|",
        "ndbench.config.cli.bulkSize=10|ndbench.config.cli.timeoutMillis=500|",
        "ndbench.config.readEnabled=false|");
  }

  @ParameterizedTest
  @MethodSource("ndbench")
  @Execution(ExecutionMode.CONCURRENT)
  void propertiesOfNdbenchRun(String properties) throws Exception {
    Path file =
        Files.writeString(folder.resolve("ndbench.properties"), properties.replace('|', '\n'));

    JsonNode summary = run(List.of("ndbench", file.toString()), "--for=500ms", "--warmup=0");

    assertThat(summary.at("/load/model").asString()).isEqualTo("open");
  }

  /** The core workloads of YCSB: A, B, C, D and F. */
  static Stream<String> ycsb() {
    String rest =
        "recordcount=1000|operationcount=1000|workload=site.ycsb.workloads.CoreWorkload|"
            + "readallfields=true|scanproportion=0|";
    return Stream.of(
            "readproportion=0.5|updateproportion=0.5|requestdistribution=zipfian|",
            "readproportion=0.95|updateproportion=0.05|requestdistribution=zipfian|",
            "readproportion=1|updateproportion=0|requestdistribution=zipfian|",
            "readproportion=0.95|updateproportion=0|insertproportion=0.05|"
                + "requestdistribution=latest|",
            "readproportion=0.5|updateproportion=0|readmodifywriteproportion=0.5|"
                + "requestdistribution=zipfian|")
        .map(each -> rest + each);
  }

  @ParameterizedTest
  @MethodSource("ycsb")
  @Execution(ExecutionMode.CONCURRENT)
  void workloadsOfYcsbRun(String properties) throws Exception {
    Path file = Files.writeString(folder.resolve("workload"), properties.replace('|', '\n'));
    run(List.of("ycsb", file.toString(), "--load"));

    JsonNode summary = run(List.of("ycsb", file.toString()));

    assertThat(summary.at("/load/model").asString()).isEqualTo("closed");
    assertThat(summary.at("/accounting/notFound").asLong()).isZero();
  }

  /** Command lines as in the wiki of Voldemort and in its users' scripts, with fewer rows. */
  static Stream<String> voldemort() {
    return Stream.of(
        "--record-count 1000 --value-size 1024 --ops-count 2000 -r 95 -w 5"
            + " --url tcp://localhost:6666 --store-name test",
        "./bin/voldemort-performance-tool.sh --threads 8 -w 1 -r 99 --metric-type histogram"
            + " --ops-count 2000 --url tcp://localhost:6666 --value-size 1024 --store-name test"
            + " --record-count 1000",
        "--record-count 1000 --value-size 2048 --ops-count 1000 --target-throughput 2000"
            + " --store-name test -r 70 -m 30 --url tcp://localhost:6666 --interval 5",
        "--url tcp://localhost:6666 --store-name test --threads 6 --value-size 1024"
            + " --record-count 1000 -r 100 -w 0 -m 0 -d 0 --record-selection uniform"
            + " --ops-count 1000",
        "--record-count 500 --ops-count 500 -d 100",
        "--record-count 500 --ops-count 500 -r 50 -w 50 --iterations 2 --percent-cached 30"
            + " --record-selection zipfian --verify --ignore-nulls --start-key-index 5 -v",
        "--record-count 500 --ops-count 500 -r 50 -w 50 --record-selection latest"
            + " --percent-cached 30 --storage-configuration-class"
            + " voldemort.store.bdb.BdbStorageConfiguration --keyType string",
        "--request-file REQUESTS --ops-count 500 -r 90 -w 10 --sample-size 3 --ignore-nulls",
        "-w 100 --record-count 0 --ops-count 500 --handshake");
  }

  @ParameterizedTest
  @MethodSource("voldemort")
  @Execution(ExecutionMode.CONCURRENT)
  void commandLinesOfVoldemortRun(String line) throws Exception {
    Path requests = Files.writeString(folder.resolve("requests.txt"), "3\n1\n4\n1\n5\n");
    List<String> words = new ArrayList<>(List.of("voldemort"));
    words.addAll(List.of(line.replace("REQUESTS", requests.toString()).split(" ")));

    JsonNode summary = run(words);

    String model = line.contains("target-throughput") ? "paced" : "closed";
    assertThat(summary.at("/load/model").asString()).isEqualTo(model);
  }

  @Test
  void optionsOfNdbenchsCommandLineAreRead() throws Exception {
    PlimsollProcess.Ended imported =
        plimsoll(List.of("import", "ndbench", "-Dndbench.config.cli.bulkSize=10"));

    assertThat(imported.exit()).as(imported.err()).isZero();
    assertThat(imported.out()).contains("bulk-size: 10").contains("bulk-read=100");
    PlimsollProcess.Ended refused = plimsoll(List.of("import", "ycsb", "--record-count", "5"));
    assertThat(refused.exit()).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(refused.err()).contains("'--record-count' is not an option of plimsoll import ycsb");
  }

  /** Imports, runs the spec with these options, and returns the summary. */
  private JsonNode run(List<String> words, String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("import"));
    arguments.addAll(words);
    arguments.add("--target=redis://" + redis.address());
    PlimsollProcess.Ended imported = plimsoll(arguments);
    assertThat(imported.exit()).as(imported.err()).isZero();
    Path spec = Files.writeString(folder.resolve("spec.yaml"), imported.out());

    Path json = folder.resolve("summary.json");
    String command = words.contains("--load") ? "fill" : "run";
    List<String> run = new ArrayList<>(List.of(command, "--spec=" + spec, "--json=" + json));
    run.addAll(List.of(options));
    PlimsollProcess.Ended ended = plimsoll(run);

    assertThat(ended.exit()).as(ended.err() + imported.out()).isZero();
    JsonNode summary = new JsonMapper().readTree(Files.readString(json));
    assertThat(summary.at("/accounting/succeeded").asLong()).isPositive();
    assertThat(summary.at("/accounting/failed").asLong()).isZero();
    return summary;
  }

  private PlimsollProcess.Ended plimsoll(List<String> arguments) throws Exception {
    return PlimsollProcess.ended(PlimsollProcess.start(folder, List.of(), arguments));
  }
}
