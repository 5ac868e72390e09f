package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.parameter.SpecSchema;
import org.plimsoll.testkit.RealServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The examples as users run them, with the drivers as they are built, but for half a second only.
 */
class ExamplesIT {
  @TempDir static Path serverFolder;
  static RealServer redis;
  static RealServer memcached;
  static RealServer nginx;

  @TempDir Path folder;

  @BeforeAll
  static void startRedis() {
    int port = RealServer.freePort();
    redis =
        RealServer.start(
            List.of(
                RealServer.binary("redis-server"),
                "--bind",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--save",
                ""),
            port,
            serverFolder,
            () -> !RealServer.isFree(port),
            Duration.ofSeconds(20));
  }

  @BeforeAll
  static void startMemcached() {
    int port = RealServer.freePort();
    memcached =
        RealServer.start(
            List.of(
                RealServer.binary("memcached"),
                "-u",
                System.getProperty("user.name"),
                "-l",
                "127.0.0.1",
                "-p",
                String.valueOf(port),
                "-U",
                "0"),
            port,
            serverFolder,
            () -> !RealServer.isFree(port),
            Duration.ofSeconds(20));
  }

  /** A service of documents that are files, and of a search that finds nothing. */
  @BeforeAll
  static void startNginx() throws IOException {
    int port = RealServer.freePort();
    Path configuration =
        Files.writeString(
            serverFolder.resolve("nginx.conf"),
            """
            daemon off;
            master_process off;
            pid nginx.pid;
            events {}
            http {
              access_log off;
              client_body_temp_path body;
              proxy_temp_path proxy;
              fastcgi_temp_path fastcgi;
              uwsgi_temp_path uwsgi;
              scgi_temp_path scgi;
              server {
                listen 127.0.0.1:%d;
                root files;
                dav_methods PUT DELETE;
                create_full_put_path on;
                location = /documents/ { return 200 '{"hits": []}'; }
              }
            }
            """
                .formatted(port));
    nginx =
        RealServer.start(
            List.of(
                RealServer.binary("nginx"),
                "-p",
                serverFolder.toString(),
                "-c",
                configuration.toString(),
                "-e",
                serverFolder.resolve("nginx-error.log").toString()),
            port,
            serverFolder,
            () -> !RealServer.isFree(port),
            Duration.ofSeconds(20));
  }

  @AfterAll
  static void stopServers() {
    redis.close();
    memcached.close();
    nginx.close();
  }

  static Stream<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(PlimsollProcess.ROOT.resolve("examples"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleRuns(Path example) throws Exception {
    Path json = folder.resolve("summary.json");
    Path out = folder.resolve("run");
    List<String> args = new ArrayList<>(List.of("run"));
    String text = Files.readString(example);
    if (text.contains("target: redis:")) {
      args.add("redis://" + redis.address());
    }
    if (text.contains("target: memcached:")) {
      args.add("memcached://" + memcached.address());
    }
    if (text.contains("target: http:")) {
      args.add("http://" + nginx.address() + "/documents");
    }
    // A file stands where the example's reader would be, and says itself which keys there are.
    args.add(
        text.contains("requests: examples/")
            ? "--requests=" + PlimsollProcess.ROOT.resolve("examples/requests.jsonl")
            : "--keys=2k");
    // An objective that no machine misses, in place of the example's.
    args.addAll(
        List.of(
            "--spec=" + example,
            "--for=500ms",
            "--warmup=0",
            "--slo=errors<99%",
            "--quiet",
            "--json=" + json,
            "--out=" + out));
    PlimsollProcess.Ended result =
        PlimsollProcess.ended(PlimsollProcess.start(folder, List.of(), args));

    // A busy machine may make a result invalid, which decides no objective.
    assertThat(result.exit()).as(result.err()).isIn(ExitCode.DONE, ExitCode.UNDECIDED);
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
    assertThat(accounting.get("failed").asLong()).isZero();
    assertThat(summary.get("verdict").get("slo").asString()).isIn("passed", "undecided");
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleKeepsTheSchema(Path example) throws IOException {
    assertThat(schema().validate(Files.readString(example), InputFormat.YAML)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kyes: 5", "keys: [5]", "slo: {p99: 1ms}", "mix: {read: [1]}", "- keys", "set: 5"})
  void theSchemaRefusesWhatASpecMayNotSay(String yaml) {
    assertThat(schema().validate(yaml, InputFormat.YAML)).isNotEmpty();
  }

  private static Schema schema() {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(SpecSchema.json());
  }
}
