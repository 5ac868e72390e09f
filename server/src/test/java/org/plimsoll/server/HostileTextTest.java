package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.run.LiveRuns;
import tools.jackson.databind.JsonNode;

/** Texts that are too long, too many or too deep are refused in one short sentence. */
@Timeout(180)
class HostileTextTest {
  @TempDir Path folder;
  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() {
    server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SimDriver()), folder, 3));
    http = new Http(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String spec(String name, Object value) {
    Map<String, Object> spec = new LinkedHashMap<>(Map.of("target", "sim:", "forever", true));
    spec.put(name, value);
    return ResultJson.mapper().writeValueAsString(spec);
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        Arguments.of("a source of addresses", spec("properties", "://".repeat(16_000))),
        Arguments.of("a duration of digits", spec("for", "1".repeat(400_000))),
        Arguments.of("a duration of parts", spec("for", "1s".repeat(4_000))),
        Arguments.of("a count of underscores", spec("rate", "1" + "_".repeat(900_000) + "0")),
        Arguments.of("a target", spec("target", "sim:?" + "a=b&".repeat(100_000))),
        Arguments.of("parentheses", spec("keys", "(".repeat(8_000))),
        Arguments.of("commas", spec("mix", ",".repeat(8_000))),
        Arguments.of("equals signs", spec("mix", "=".repeat(8_000))),
        Arguments.of(
            "settings",
            spec(
                "set",
                IntStream.range(0, 40_000)
                    .boxed()
                    .collect(Collectors.toMap(i -> "a" + i, i -> i)))),
        Arguments.of("a long name", spec("a".repeat(100_000), "x")),
        Arguments.of("nesting", "{\"set\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void isRefused(String name, String body) throws Exception {
    Http.Answer answer = http.post("/api/v1/runs", body);

    assertThat(answer.status()).as(answer.text()).isIn(400, 413, 422);
    assertThat(answer.text()).hasSizeLessThan(40_000);
    assertThat(answer.json().path("detail").asString()).isNotEmpty();
    assertThat(http.get("/api/v1/runs").json().path("total").asInt()).isZero();
  }

  @Test
  void bodiesOfManyPartsAreRefusedBeforeTheirPartsAreLookedAt() throws Exception {
    String answer =
        http.post("/api/v1/runs", "{\"set\":[" + "1,".repeat(20_000) + "1]}")
            .json()
            .path("detail")
            .asString();

    assertThat(answer)
        .isEqualTo(
            "The body must have at most 64 levels, 20,000 names, values and brackets, and 128 KiB"
                + " in a text.");
  }

  /** The whole body is read, as a client that sends does not see an answer before. */
  @Test
  void bodiesWithTooManySettingsAreRefusedByTheirSize() throws Exception {
    String large = spec("notes", "a".repeat(Bodies.SETTINGS_BYTES_MAX));

    Http.Answer run = http.post("/api/v1/runs", large);
    Http.Answer template = http.post("/api/v1/templates", large);

    for (Http.Answer answer : List.of(run, template)) {
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.json().path("detail").asString())
          .isEqualTo("A body with settings must be at most 256 KiB.");
    }
  }

  @Test
  void largeBodiesWithoutALengthAreRefusedAsWell() throws Exception {
    String large = spec("notes", "a".repeat(Bodies.SETTINGS_BYTES_MAX));
    String chunked = Integer.toHexString(large.length()) + "\r\n" + large + "\r\n0\r\n\r\n";

    RawHttp.Answer answer =
        RawHttp.send(
            server.port(),
            "POST /api/v1/runs HTTP/1.1",
            "Host: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n",
            chunked);

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.body()).contains("256 KiB");
  }

  @Test
  void longTextsAreRefusedAsLiveChanges() throws Exception {
    JsonNode run =
        http.post("/api/v1/runs", "{\"target\":\"sim:\",\"forever\":true,\"rate\":\"100\"}").json();
    String path = "/api/v1/runs/" + run.path("id").asString();
    http.awaitState(path, "running");
    String changes = ResultJson.mapper().writeValueAsString(Map.of("rate", "_".repeat(100_000)));

    Http.Answer answer = http.patch(path + "/parameters", changes);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("detail").asString())
        .isEqualTo("rate: must be at most 8192 characters, was 100000");
  }
}
