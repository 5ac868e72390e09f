package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;
import tools.jackson.databind.JsonNode;

/** Resuming interrupted runs of drivers that have secret settings. */
@Timeout(180)
class ResumeSecretsTest {
  @TempDir Path folder;
  @TempDir Path secrets;
  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() {
    server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SecretDriver()), folder, 3));
    http = new Http(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Starts a run, and leaves it as a killed server does. */
  private String interrupted(String target, String settings) throws Exception {
    Http.Answer answer =
        http.post(
            "/api/v1/runs",
            "{\"target\":\"%s\",\"rate\":\"100\",\"forever\":true,\"warmup\":\"0\",\"set\":{%s}}"
                .formatted(target, settings));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    String id = answer.json().path("id").asString();
    http.awaitState("/api/v1/runs/" + id, "running");
    stop();
    leaveAsKilled();
    start();
    return "/api/v1/runs/" + id;
  }

  private void leaveAsKilled() throws IOException {
    Path run;
    try (Stream<Path> files = Files.walk(folder)) {
      run = files.filter(file -> file.endsWith("run.json")).findFirst().orElseThrow();
    }
    Files.writeString(
        run,
        Files.readString(run)
            .replace("\"finished\"", "\"running\"")
            .replace("\"summary\"", "\"x\""));
  }

  private JsonNode resumed(String run, String body) throws Exception {
    Http.Answer answer = http.post(run + "/resume", body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    http.awaitState("/api/v1/runs/" + answer.json().path("id").asString(), "running");
    return answer.json();
  }

  @Test
  void aRunWithoutASecretNeedsNone() throws Exception {
    String run = interrupted("vault:", "");

    assertThat(resumed(run, "{}").path("target").asString()).isEqualTo("vault:");
  }

  @Test
  void referencesAreResolvedAgain() throws Exception {
    Path file = Files.writeString(secrets.resolve("key"), "tide7x");
    String encoded = file.toString().replace("/", "%2F");
    String run =
        interrupted("vault://ann:file:" + encoded + "@", "\"api-key\":\"file:" + file + "\"");
    JsonNode spec = http.get(run).json().path("spec");
    assertThat(spec.path("set.api-key").asString()).isEqualTo("file:" + file);
    assertThat(spec.path("set.password").asString()).isEqualTo("file:" + file);
    Files.delete(file);

    Http.Answer gone = http.post(run + "/resume", "{}");
    assertThat(gone.status()).isEqualTo(422);
    assertThat(gone.text()).contains("must be file:/path of a file that can be read");
    Files.writeString(file, "ebb8y");

    JsonNode again = resumed(run, "{}");
    assertThat(again.at("/spec/set.api-key").asString()).isEqualTo("file:" + file);
    assertThat(again.toString()).doesNotContain("tide7x", "ebb8y");
  }

  @Test
  void aTypedSecretMustBeGivenAgain() throws Exception {
    String run = interrupted("vault://ann:hUnT3r2zQ@", "\"pin\":\"4711\"");

    Http.Answer refused = http.post(run + "/resume", "{}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().path("detail").asString())
        .startsWith("set.password, set.pin are secrets, which are not stored. Give the value:")
        .contains("{\"secrets\": {\"set.password\": \"…\"}}");
    assertThat(refused.json().at("/errors/1/field").asString()).isEqualTo("set.pin");
    Http.Answer unknown =
        http.post(run + "/resume", "{\"secrets\":{\"set.pim\":\"1\",\"set.password\":\"x\"}}");
    assertThat(unknown.status()).isEqualTo(422);
    assertThat(unknown.text()).contains("did you mean 'set.pin'");

    JsonNode again =
        resumed(run, "{\"secrets\":{\"set.password\":\"hUnT3r2zQ\",\"set.pin\":\"4712\"}}");
    assertThat(again.path("target").asString()).isEqualTo("vault://ann@");
    assertThat(again.at("/spec/set.password").asString()).isEqualTo("***");
    assertThat(again.toString()).doesNotContain("hUnT3r2zQ", "4712");
  }

  @Test
  void anEmptySecretIsNone() throws Exception {
    String run = interrupted("vault:", "\"password\":\"x7y8z9\"");

    JsonNode again = resumed(run, "{\"secrets\":{\"set.password\":\"\"}}");
    assertThat(again.at("/spec/set.password").asString()).isEmpty();
  }
}
