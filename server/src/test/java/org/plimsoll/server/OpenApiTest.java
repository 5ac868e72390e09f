package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Setting;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.openapi.RestPage;
import org.plimsoll.server.run.LiveRuns;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The REST interface matches its OpenAPI document. */
@Timeout(180)
class OpenApiTest {
  private static final Path PAGE = Path.of("..", "docs", "rest.md");

  @TempDir Path folder;
  private PlimsollServer server;
  private Http http;
  private JsonNode document;

  @BeforeEach
  void start() throws Exception {
    server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SimDriver()), folder, 3));
    http = new Http(server.port());
    document = http.get("/api/v1/openapi.json").json();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theReferenceInDocsIsUpToDate() throws Exception {
    String page = new RestPage(server.table()).markdown();
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, page);
    }

    assertThat(Files.readString(PAGE)).as("update with -Dgolden.update=true").isEqualTo(page);
  }

  @Test
  void theDocumentHasEveryEndpointWithItsRole() {
    for (Endpoint endpoint : server.table()) {
      JsonNode its =
          document
              .path("paths")
              .path(endpoint.path())
              .path(endpoint.method().name().toLowerCase(Locale.ROOT));
      assertThat(its.path("summary").asString()).isEqualTo(endpoint.summary());
      assertThat(its.path("responses").has("default")).isTrue();
      assertThat(its.path("security").isEmpty())
          .isEqualTo(endpoint.needs() == org.plimsoll.server.http.Role.ANYBODY);
    }
    assertThat(document.path("openapi").asString()).isEqualTo("3.1.0");
  }

  @Test
  void theBodyThatStartsARunHasEverySetting() {
    JsonNode body =
        document.at("/paths/~1runs/post/requestBody/content/application~1json/schema/properties");

    assertThat(body.propertyNames()).contains("target", "rate", "mix", "keys", "tags", "notes");
  }

  @Test
  void enumValuesInSchemasMatchTheCode() {
    Map<String, Enum<?>[]> words =
        Map.of(
            "Setting/properties/kind", Setting.Kind.values(),
            "Answer/properties/status", Outcome.Status.values(),
            "Line/properties/method", TuneSpec.Method.values());

    words.forEach((place, values) ->
        assertThat(
                document
                    .at("/components/schemas/" + place + "/enum")
                    .valueStream()
                    .map(JsonNode::asString))
            .as(place)
            .containsExactlyInAnyOrderElementsOf(
                Arrays.stream(values)
                    .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .toList()));
  }

  @Test
  void answersMatchTheirSchemas() throws Exception {
    Http.Answer begun =
        http.post(
            "/api/v1/runs",
            "{\"target\":\"sim:\",\"rate\":\"200\",\"forever\":true,\"warmup\":\"0\"}");
    conforms("post", "/runs", begun, 201);
    String id = begun.json().path("id").asString();
    http.awaitState("/api/v1/runs/" + id, "running");
    conforms("get", "/runs/{run}", http.get("/api/v1/runs/" + id), 200);
    conforms(
        "patch",
        "/runs/{run}/parameters",
        http.patch("/api/v1/runs/" + id + "/parameters", "{\"rate\":\"300\"}"),
        200);
    conforms(
        "post",
        "/runs/{run}/operations",
        http.post("/api/v1/runs/" + id + "/operations", "{\"operation\":\"read\",\"key\":\"1\"}"),
        200);
    conforms(
        "post",
        "/runs",
        http.post("/api/v1/runs?dryRun=true", "{\"target\":\"sim:\",\"rate\":\"200\"}"),
        200);
    conforms("get", "/runs/{run}/parameters", http.get("/api/v1/runs/" + id + "/parameters"), 200);
    for (String schedule :
        List.of(
            "{\"in\":\"1h\",\"every\":\"24h\",\"set\":{\"rate\":\"50\"}}",
            "{\"at\":\"2099-01-01T00:00:00Z\",\"set\":{\"rate\":null}}",
            "{\"in\":\"1h\",\"http\":\"GET http://127.0.0.1:1/\",\"timeout\":\"1s\"}")) {
      conforms(
          "post",
          "/runs/{run}/schedules",
          http.post("/api/v1/runs/" + id + "/schedules", schedule),
          201);
    }
    conforms("get", "/runs/{run}/schedules", http.get("/api/v1/runs/" + id + "/schedules"), 200);
    conforms("get", "/runs/{run}/changes", http.get("/api/v1/runs/" + id + "/changes"), 200);
    conforms("post", "/runs/{run}/stop", http.post("/api/v1/runs/" + id + "/stop", "{}"), 202);
    http.awaitState("/api/v1/runs/" + id, "finished");
    for (String path :
        List.of(
            "/session",
            "/audit",
            "/generators",
            "/fleet",
            "/settings",
            "/drivers",
            "/runs",
            "/openapi.json")) {
      conforms("get", path, http.get("/api/v1" + path), 200);
    }
    for (String path : List.of("", "/history", "/percentiles", "/events")) {
      conforms("get", "/runs/{run}" + path, http.get("/api/v1/runs/" + id + path), 200);
    }
    conforms("get", "/runs/{run}", http.get("/api/v1/runs/nothing"), 404);
  }

  @Test
  void answersAboutSearchesMatchTheirSchemas() throws Exception {
    String search =
        "{\"target\":\"sim:\",\"method\":\"search\",\"slo\":\"p99<1s\","
            + "\"rate\":\"200\",\"max-rate\":\"200\","
            + "\"trial\":\"50ms\",\"longest-trial\":\"50ms\",\"warmup\":\"0\"}";
    conforms("post", "/runs", http.post("/api/v1/runs?dryRun=true", search), 200);
    Http.Answer begun = http.post("/api/v1/runs", search);
    conforms("post", "/runs", begun, 201);
    String line = "/api/v1/runs/" + begun.json().path("id").asString() + "/line";
    conforms("get", "/runs/{run}/line", http.get(line), 200);
    await()
        .atMost(Duration.ofSeconds(50))
        .until(() -> http.get(line).json().path("isEnded").asBoolean());
    conforms("get", "/runs/{run}/line", http.get(line), 200);
  }

  private void conforms(String method, String path, Http.Answer answer, int status) {
    assertThat(answer.status()).as(path + ": " + answer.text()).isEqualTo(status);
    JsonNode responses = document.path("paths").path(path).path(method).path("responses");
    boolean isKnown = responses.has(Integer.toString(status));
    JsonNode schema =
        isKnown
            ? responses
                .path(Integer.toString(status))
                .path("content")
                .path("application/json")
                .path("schema")
            : document.at("/components/responses/Problem/content/application~1problem+json/schema");
    assertThat(schema.isMissingNode()).as(method + " " + path + " " + status).isFalse();
    ObjectNode whole = ResultJson.mapper().createObjectNode();
    schema.properties().forEach(each -> whole.set(each.getKey(), each.getValue()));
    whole.set("components", document.path("components"));
    Schema compiled =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(whole);
    List<Error> errors = compiled.validate(answer.json());
    assertThat(errors).as(method + " " + path).isEmpty();
  }

  @Test
  void theReferencePageNeedsNoScriptsAndNoOtherHosts() throws Exception {
    Http.Answer page = http.get("/api/v1/docs");

    assertThat(page.type()).startsWith("text/html");
    assertThat(page.text())
        .doesNotContain("<script")
        .doesNotContain("http://")
        .doesNotContain("https://")
        .doesNotContain("style=")
        .contains("/runs/{run}/parameters");
    assertThat(http.get("/api/v1/docs.css").type()).startsWith("text/css");
  }
}
