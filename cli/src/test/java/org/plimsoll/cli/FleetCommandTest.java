package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.HostPort;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.fleet.NodeIdentity;
import org.plimsoll.fleet.NodeLabels;
import org.plimsoll.fleet.cluster.ClusterSettings;
import org.plimsoll.fleet.discovery.FleetSeeds;
import org.plimsoll.server.PlimsollServer;
import org.plimsoll.server.ServerSettings;
import org.plimsoll.server.run.LiveRuns;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

@Timeout(180)
class FleetCommandTest {
  @TempDir Path folder;
  private Result last = new Result(0, "", "");

  private int execute(String... args) {
    last = Result.of(folder, args);
    return last.exit();
  }

  private String said() {
    return last.err();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fleet --url nowhere",
        "fleet --url ftp://127.0.0.1",
        "fleet --ulr x",
        "fleet drian a",
        "fleet drain",
        "fleet change",
        "fleet change run rate",
        "fleet change run reads=maybe",
        "fleet local",
        "fleet local 0",
        "fleet local x",
        "fleet local 33",
        "fleet certificates",
        "fleet certificates a a",
        "fleet certificates a/b",
        "fleet --token-file does-not-exist",
      })
  void mistakesAreAnsweredInOneSentence(String line) {
    assertThat(execute(line.split(" "))).as(said()).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(said().lines()).hasSize(1).allMatch(each -> each.startsWith("plimsoll: "));
  }

  @Test
  void aNodeThatDoesNotAnswerIsNamed() {
    int code = execute("fleet", "--url", "http://127.0.0.1:1");

    assertThat(code).isEqualTo(ExitCode.FAILURE);
    assertThat(said())
        .isEqualTo(
            "plimsoll: Cannot connect to http://127.0.0.1:1. Is 'plimsoll serve' running"
                + " there?\n");
  }

  @Test
  void aServerWithoutAFleetIsListedAsOneNodeAndCannotBeDrained() {
    LiveRuns runs = new LiveRuns(Drivers.in(List.of()), folder, 1);
    try (PlimsollServer server = PlimsollServer.start(ServerSettings.local(0), runs)) {
      assertThat(execute("fleet", "--url", server.address())).as(said()).isZero();
      String listed = last.out();
      assertThat(listed).startsWith("This server is not in a fleet.\n");
      assertThat(listed.lines().toList().get(3)).contains(" up ");
      assertThat(listed.lines().toList().getLast()).contains(server.address());

      assertThat(execute("fleet", "drain", "a", "--url", server.address()))
          .isEqualTo(ExitCode.BAD_USAGE);
      assertThat(said())
          .isEqualTo(
              "plimsoll: This node serves alone: it was started without --fleet. Stop it"
                  + " instead.\n");
    }
  }

  @Test
  void certificatesAreWrittenAndListed() {
    Path certificates = folder.resolve("certificates");

    assertThat(execute("fleet", "certificates", "--out", certificates.toString(), "10.0.0.1"))
        .as(said())
        .isZero();
    assertThat(last.out().lines().map(Path::of)).hasSize(4).allMatch(Files::isRegularFile);
  }

  @Test
  void labelsComeFromTheEnvironmentAndOptionsOverrideThem() {
    Map<String, String> environment =
        Map.of(
            "PLIMSOLL_REGION", "north",
            "PLIMSOLL_DATACENTER", "dc1",
            "PLIMSOLL_LABELS", "disk=nvme, team=a");
    ClusterSettings settings =
        settings(
            environment,
            "--fleet=trial --fleet-certificates=c --datacenter=dc2 --rack=r7 --label=team=b"
                + " --label=host=h1 --seed=10.0.0.1,10.0.0.2:99 --fleet-host=10.0.0.3");

    NodeIdentity identity = settings.identity();
    assertThat(identity.labels())
        .isEqualTo(new NodeLabels("north", "dc2", "r7", "h1", Map.of("disk", "nvme", "team", "b")));
    assertThat(identity.name()).isEqualTo("10.0.0.3:7460");
    assertThat(settings.seeds()).hasToString("[10.0.0.1:7460, 10.0.0.2:99]");
    assertThat(settings.tls().certificate()).isEqualTo(Path.of("c", "10.0.0.3.pem"));
  }

  @Test
  void labelsOfThePlatformAreOverriddenByTheEnvironmentAndByOptions() throws Exception {
    Path pod = folder.resolve("labels");
    Files.writeString(
        pod,
        """
        topology.kubernetes.io/region="europe-west4"
        topology.kubernetes.io/zone="europe-west4-b"
        """);
    ClusterSettings settings =
        settings(
            Map.of("PLIMSOLL_DATACENTER", "dc1", "NODE_NAME", "n1", "POD_NAME", "p1"),
            "--fleet=trial --fleet-certificates=c --rack=r7 --labels-from=kubernetes(file="
                + pod
                + ")");

    assertThat(settings.identity().labels())
        .isEqualTo(new NodeLabels("europe-west4", "dc1", "r7", "n1", Map.of("pod", "p1")));
  }

  @Test
  void theNodesOfADiscoveryTakeThePlaceOfSeeds() throws Exception {
    FleetOptions options =
        options(
            Map.of(),
            "--fleet=trial --fleet-certificates=c --fleet-host=10.0.0.3"
                + " --discovery=static(10.0.0.1,10.0.0.4:99)");

    try (FleetSeeds discovered =
        Objects.requireNonNull(options.discovery(Drivers.in(List.of()), _ -> {}))) {
      List<HostPort> found = discovered.begin(null);
      assertThat(options.settings("http://page", found, _ -> {}).seeds())
          .hasToString("[10.0.0.1:7460, 10.0.0.3:7460, 10.0.0.4:99]");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--discovery dns(|--discovery: ",
        "--discovery dsn(a)|--discovery: ",
        "--labels-from gcp|--labels-from: must be",
        "--labels-from kubernetes(file=/does/not/exist)|--labels-from: there is no",
        "--discovery static(10.0.0.1) --seed 10.0.0.1|--discovery: must not be given together",
      })
  void mistakesOfADiscoveryAreNamed(String more, String expected) {
    String line = "serve --port 0 --fleet trial --fleet-certificates c " + more;
    assertThat(execute(line.split(" "))).as(said()).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(said()).startsWith("plimsoll: " + expected);
  }

  private static ClusterSettings settings(Map<String, String> environment, String line) {
    return options(environment, line).settings("http://page", List.of(), _ -> {});
  }

  private static FleetOptions options(Map<String, String> environment, String line) {
    CommandSpec spec = Options.command("serve", new Object(), "");
    FleetOptions.addTo(spec);
    return new FleetOptions(
        new CommandLine(spec).parseArgs(Arrays.asList(line.split(" ")).toArray(String[]::new)),
        environment::get);
  }
}
