package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.FilePolicy;
import org.plimsoll.server.security.RunLimits;
import org.plimsoll.server.security.ServerGuard;
import org.plimsoll.server.security.TargetPolicy;

/** The limits that a server's configuration sets for runs. */
@Timeout(180)
class LimitsTest {
  @TempDir Path folder;
  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() throws Exception {
    Path allowed = Files.createDirectory(folder.resolve("allowed"));
    Files.writeString(allowed.resolve("day.csv"), "0s,100\n10s,5000\n");
    Files.writeString(folder.resolve("secret.csv"), "0s,100\n");
    Files.createSymbolicLink(allowed.resolve("link.csv"), folder.resolve("secret.csv"));
    Drivers drivers = Drivers.of(new SimDriver(), new SecretDriver());
    server =
        PlimsollServer.start(
            ServerSettings.local(0),
            new LiveRuns(
                drivers,
                folder.resolve("runs"),
                2,
                new ServerGuard(
                    TargetPolicy.local(),
                    new FilePolicy(List.of(allowed)),
                    new RunLimits(1_000, 2_000, 8, 100_000, 1_024),
                    drivers)));
    http = new Http(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String spec(String settings) {
    return ("{'target':'sim:?service=constant(1ms)','forever':true,'warmup':'0',"
            + "'timeout':'1s',"
            + settings
            + "}")
        .replace('\'', '"');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'rate':'1001'|rate|at most 1000 on this server",
        "'rate':'sine(600,500,1m)'|rate|at most 1000 on this server",
        "'rate':'500','probe':'501'|rate|at most 1000 on this server",
        "'scenarios':{'a':{'rate':'600'},'b':{'rate':'600'}}|rate|at most 1000 on this server",
        "'rate':'900','max-in-flight':'2001'|max-in-flight|at most 2000 on this server",
        "'workers':'4'|model|open or paced, as this server limits rates",
        "'rate':'100','workers':'9','model':'paced'|workers|at most 8 on this server",
        "'rate':'100','keys':'100001'|keys|at most 100000 on this server",
        "'rate':'100','value-bytes':'uniform(10,1025)'|value-bytes|at most 1024 on this server",
        "'method':'search','slo':'p99<1s','forever':false,"
            + "'max-rate':'1001'|max-rate|at most 1000 on this",
        "'method':'search','slo':'p99<1s','forever':false,"
            + "'max-in-flight':'2001'|max-in-flight|at most 2000",
        "'method':'search','slo':'p99<1s','forever':false,"
            + "'closed':true|model|open or paced, as this",
        "'rate':'100','fill-rate':'1001'|fill-rate|at most 1000 on this server",
      })
  void runsAboveALimitAreRefused(String settings, String field, String allowed) throws Exception {
    for (String path : List.of("/api/v1/runs", "/api/v1/runs?dryRun=true")) {
      Http.Answer answer = http.post(path, spec(settings));

      assertThat(answer.status()).as(answer.text()).isEqualTo(422);
      assertThat(answer.json().path("field").asString()).isEqualTo(field);
      assertThat(answer.json().path("allowed").asString()).startsWith(allowed);
    }
    assertThat(http.get("/api/v1/runs").json().path("total").asInt()).isZero();
  }

  @Test
  void searchesWithoutALimitEndAtThoseOfTheServer() throws Exception {
    Http.Answer answer =
        http.post(
            "/api/v1/runs?dryRun=true", spec("'method':'search','slo':'p99<1s','forever':false"));

    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(
            answer
                .json()
                .path("values")
                .valueStream()
                .filter(each -> each.path("origin").asString().equals("limit of the server"))
                .map(each -> each.path("name").asString() + "=" + each.path("text").asString()))
        .contains("max-rate=1000", "max-in-flight=2000");
  }

  @Test
  void changesAboveALimitAreRefusedAndChangeNothing() throws Exception {
    String id = begin("'rate':'500','no-fill':true");

    Http.Answer refused =
        http.patch("/api/v1/runs/" + id + "/parameters", "{\"rate\":\"1001\",\"keys\":\"2k\"}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().path("detail").asString())
        .isEqualTo("rate: must be at most 1000 on this server, was '1001'");
    assertThat(http.patch("/api/v1/runs/" + id + "/parameters", "{\"rate\":\"1000\"}").status())
        .isEqualTo(200);
    assertThat(
            http.patch(
                    "/api/v1/runs/" + id + "/parameters",
                    "{\"rate\":\"csv(" + folder.resolve("secret.csv") + ")\"}")
                .status())
        .isEqualTo(422);
    assertThat(http.get("/api/v1/runs/" + id + "/changes").json().path("changes"))
        .allSatisfy(change -> assertThat(change.path("new").asString()).isEqualTo("1000"));
  }

  private String begin(String settings) throws Exception {
    Http.Answer answer = http.post("/api/v1/runs", spec(settings));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    String id = answer.json().path("id").asString();
    http.awaitState("/api/v1/runs/" + id, "running");
    return id;
  }

  @Test
  void fillsRespectTheRateLimit() throws Exception {
    String id = begin("'rate':'500','fill':'all'");

    for (var each : http.get("/api/v1/runs/" + id + "/parameters").json().path("parameters")) {
      if (each.path("path").asString().equals("fill-rate")) {
        assertThat(each.path("value").asString()).isEqualTo("1000");
        assertThat(each.path("origin").asString()).isEqualTo("limit of the server");
        return;
      }
    }
    throw new AssertionError("no fill-rate");
  }

  @Test
  void onlyFilesInAllowedFoldersAreRead() throws Exception {
    Path allowed = folder.resolve("allowed");
    List<String> refused =
        List.of(
            "'rate':'csv(" + folder.resolve("secret.csv") + ")'",
            "'rate':'csv(" + allowed.resolve("link.csv") + ")'",
            "'rate':'csv(" + allowed + "/../secret.csv)'",
            "'rate':'read=csv(" + allowed.resolve("day.csv") + "),update=csv(/etc/passwd)'",
            "'rate':'10','arrivals':'trace(/etc/passwd, 2)'",
            "'rate':'10','key-distribution':'keys(/etc/passwd,replay)'",
            "'rate':'10','key-distribution':'histogram(/etc/passwd)'",
            "'scenarios':{'a':{'rate':'10','key-distribution':'trace(/etc/passwd)'}}",
            "'rate':'10','consistency':true,'history':'" + folder.resolve("out") + "'");
    for (String settings : refused) {
      Http.Answer answer = http.post("/api/v1/runs?dryRun=true", spec(settings));
      assertThat(answer.status()).as(settings).isEqualTo(422);
      assertThat(answer.json().path("detail").asString())
          .contains("must name a file in a folder that this server allows (--files)");
    }

    Http.Answer fine =
        http.post(
            "/api/v1/runs?dryRun=true",
            spec("'max-in-flight':'100','rate':'csv(" + allowed.resolve("day.csv") + ")'"));

    assertThat(fine.status()).isEqualTo(422);
    assertThat(fine.json().path("detail").asString())
        .isEqualTo("rate: must be at most 1000 on this server, was '5000'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'metrics':'otlp(http://10.1.2.3:4318/v1/metrics)'|metrics: must be one that this server",
        "'metrics':'graphite(10.1.2.3:2003)'|metrics: must be one that this server",
        "'metrics':'prometheus(0.0.0.0:9095)'|metrics: must be one that this server",
        "'metrics':'grafana(http://127.0.0.1:1,env:HOME)'|metrics: must name a variable",
        "'metrics':'grafana(http://127.0.0.1:1,file:/etc/passwd)'|metrics: must name a file",
        "'telemetry':'prometheus(http://169.254.169.254/x,y)'|telemetry: must not be",
        "'telemetry':'jmx(10.1.2.3:7199,a:type=B,C)'|telemetry: must be one that this server",
        "'telemetry':'hosts(127.0.0.1,10.1.2.3:9100)'|telemetry: must be one that this server",
        "'properties':'file(/etc/passwd)'|properties: must name a file in a folder",
        "'properties':'url(http://10.1.2.3/x)'|properties: must be one that this server",
        "'properties':'url(token=env:PLIMSOLL_X,http://169.254.169.254)'|properties: must not",
        "'properties':'url(s3://bkt/k,endpoint=http://10.1.2.3:9000)'|properties: must be one that",
        "'properties':'url(s3://bkt/k,endpoint=http://[fe80::1])'|properties: must not be",
        "'properties':'url(s3://bkt/k,endpoint=http://127.0.0.1:1,user=env:HOME,"
            + "password=env:HOME)'|properties: must name a variable that starts",
        "'properties':'jdbc(jdbc:postgresql://10.1.2.3/x,t)'|properties: must be one that this",
        "'schedule':'at=5m rate=csv(/etc/passwd)'|schedule: must name a file in a folder",
        "'set':{'service':'histogram(/etc/passwd)'}|set.service: must name a file in a folder",
      })
  void onlyAllowedHostsAreReached(String settings, String sentence) throws Exception {
    Http.Answer answer = http.post("/api/v1/runs", spec("'rate':'100'," + settings));

    assertThat(answer.status()).as(answer.text()).isEqualTo(422);
    assertThat(answer.json().path("detail").asString()).startsWith(sentence);
  }

  @Test
  void hostsInDriverSettingsAreCheckedAtTheStartAndAtEachChange() throws Exception {
    String elsewhere = spec("'rate':'100','set':{'endpoint':'http://10.1.2.3:8000'}");
    String here = spec("'rate':'100','set':{'endpoint':'http://127.0.0.1:8000'}");

    Http.Answer refused = http.post("/api/v1/runs", elsewhere.replace("sim:", "vault:"));
    Http.Answer begun = http.post("/api/v1/runs", here.replace("sim:", "vault:"));

    String sentence = "set.endpoint: must be one that this server allows (--allow-target), was ";
    assertThat(refused.status()).as(refused.text()).isEqualTo(422);
    assertThat(refused.json().path("detail").asString()).startsWith(sentence);
    assertThat(begun.status()).as(begun.text()).isEqualTo(201);
    String parameters = "/api/v1/runs/" + begun.json().path("id").asString() + "/parameters";
    Http.Answer change = http.patch(parameters, "{\"set.endpoint\":\"http://10.1.2.3:8000\"}");
    assertThat(change.status()).as(change.text()).isEqualTo(422);
    assertThat(change.json().path("detail").asString()).startsWith(sentence);
  }
}
