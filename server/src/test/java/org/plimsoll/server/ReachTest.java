package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.run.RunGuard;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.FilePolicy;
import org.plimsoll.server.security.RunLimits;
import org.plimsoll.server.security.ServerGuard;
import org.plimsoll.server.security.TargetPolicy;

/**
 * What values reach is decided before it is opened. Nothing is sent to the addresses of these
 * tests: each request is refused.
 */
@Timeout(180)
class ReachTest {
  private static final String NOT_ALLOWED = "must name a file in a folder that this server allows";

  @TempDir static Path folder;
  private static PlimsollServer restricted;
  private static PlimsollServer open;
  private static Http http;
  private static Http local;

  @BeforeAll
  static void start() throws Exception {
    Path allowed = Files.createDirectory(folder.resolve("allowed"));
    Files.writeString(folder.resolve("secret"), "hunter2:1\n");
    Files.writeString(allowed.resolve("day.csv"), "0s,100\n");
    Process made = new ProcessBuilder("mkfifo", allowed.resolve("pipe").toString()).start();
    assertThat(made.waitFor()).isZero();
    Drivers drivers = Drivers.of(new SimDriver(), new SecretDriver(), new PairDriver());
    restricted = server(drivers, TargetPolicy.local(), new FilePolicy(List.of(allowed)), "runs");
    open = server(drivers, TargetPolicy.everything(), FilePolicy.EVERYTHING, "open");
    http = new Http(restricted.port());
    local = new Http(open.port());
  }

  private static PlimsollServer server(
      Drivers drivers, TargetPolicy targets, FilePolicy files, String runs) {
    RunLimits limits = new RunLimits(5_000, 5_000, 8, 1_000_000, 1 << 20);
    return PlimsollServer.start(
        ServerSettings.local(0),
        new LiveRuns(
            drivers, folder.resolve(runs), 3, new ServerGuard(targets, files, limits, drivers)));
  }

  @AfterAll
  static void stop() {
    restricted.close();
    open.close();
  }

  private static String spec(String settings) {
    return "{\"target\":\"sim:\",\"forever\":true,\"warmup\":\"0\",\"no-fill\":true,%s}"
        .formatted(settings)
        .replace('\'', '"')
        .replace("@", folder.toString());
  }

  private static String refused(Http server, String body) throws Exception {
    Http.Answer answer = server.post("/api/v1/runs", body);
    assertThat(answer.status()).as(body + answer.text()).isEqualTo(422);
    assertThat(answer.text()).doesNotContain("hunter2");
    return answer.json().path("detail").asString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vault://:file:%2Fetc%2Fhostname@127.0.0.1:1 | must name a file in a folder",
        "vault://:%66ile:%2Fetc%2Fhostname@127.0.0.1:1 | must name a file in a folder",
        "vault://:env:HOME@127.0.0.1:1 | must name a variable that starts with PLIMSOLL_",
        "vault:?password=env%3AHOME | must name a variable that starts with PLIMSOLL_",
        "vault:?api-key=file%3A/etc/hostname | must name a file in a folder",
        "vault:?endpoint=http%3A//10.9.8.7 | must be one that this server allows",
        "sim:?service=bounded(1ms,2ms,Histogram(/etc/hostname)) | must name a file in a folder",
        "pair:?cache=sim%3A&store=vault%3A%3Fpassword%3Denv%253AHOME | must name a variable",
      })
  void partsOfATargetAreCheckedLikeTheWhole(String target, String sentence) throws Exception {
    String part =
        "{\"target\":\"pair:\",\"rate\":\"10\",\"set\":{\"cache\":\"%s\",\"store\":\"%s\"}}";
    assertThat(refused(http, part.formatted(target, "sim:"))).contains(sentence);
    assertThat(refused(http, part.formatted("sim:", target))).contains(sentence);
    assertThat(refused(http, "{\"target\":\"%s\",\"rate\":\"10\"}".formatted(target)))
        .contains(sentence);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'requests':'@/secret'",
        "'requests':'drawn(@/secret)'",
        "'requests':'/etc/shadow'",
        "'rate':'csv(@/secret)'",
        "'rate':'read=1,update=csv(@/secret)'",
        "'rate':'10','arrivals':'trace(@/secret)'",
        "'rate':'10','key-distribution':'keys(@/secret)'",
        "'rate':'10','key-distribution':'trace(@/secret)'",
        "'rate':'10','key-distribution':'histogram(@/secret)'",
        "'rate':'10','value-bytes':'histogram(@/secret)'",
        "'rate':'10','update-fields':'HISTOGRAM(@/secret)'",
        "'rate':'10','fields':'bounded(1,2,histogram(@/secret))'",
        "'rate':'10','properties':'file(@/secret)'",
        "'rate':'10','schedule':'at=5m rate=csv(@/secret)'",
        "'rate':'10','consistency':true,'history':'@/secret'",
        "'rate':'10','metrics':'grafana(http://127.0.0.1:1/,file:@/secret)'",
        "'rate':'10','notify':'webhook(file:@/secret)'",
        "'rate':'10','notify':'webhook(http://127.0.0.1:1,secret=file://@/secret)'",
        "'scenarios':{'a':{'rate':'10','value-bytes':'histogram(@/secret)'}}",
      })
  void filesOutsideTheFoldersAreNeverOpened(String settings) throws Exception {
    assertThat(refused(http, spec(settings))).contains(NOT_ALLOWED);
    assertThat(refused(http, spec(settings.replace("/secret", "/none")))).contains(NOT_ALLOWED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/zero", "@/allowed/pipe", "@/allowed"})
  void onlyRegularFilesAreRead(String file) throws Exception {
    for (String settings :
        List.of(
            "'rate':'csv(%s)'",
            "'requests':'%s'",
            "'rate':'10','arrivals':'trace(%s)'",
            "'rate':'10','key-distribution':'keys(%s)'",
            "'rate':'10','value-bytes':'histogram(%s)'",
            "'rate':'10','properties':'file(%s)'",
            "'rate':'10','metrics':'grafana(http://127.0.0.1:1/,file:%s)'")) {
      String sentence = refused(local, spec(settings.formatted(file)));
      assertThat(sentence).containsAnyOf("regular file", "cannot be read", "must be");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'metrics':'otlp(step=1s,http://169.254.169.254/x)'",
        "'metrics':'otlp(http://169.254.169.254/x,step=1s)'",
        "'metrics':'otlp(http://2852039166/x)'",
        "'metrics':'otlp(http://[::ffff:169.254.169.254]/x)'",
        "'metrics':'influx(step=1s,org=o,http://169.254.169.254/x,b)'",
        "'metrics':'statsd(169.254.169.254:8125)'",
        "'metrics':'graphite(step=1s,169.254.169.254:2003)'",
        "'metrics':'graphite([fe80::1%25lo]:2003)'",
        "'telemetry':'hosts(jmx=7199,169.254.169.254)'",
        "'telemetry':'prometheus(http://169.254.169.254/x,y)'",
        "'telemetry':'jmx([fe80::1]:7199,a:type=B,C)'",
        "'properties':'url(token=env:PLIMSOLL_X,http://169.254.169.254,5s)'",
        "'properties':'jdbc(driver=x,jdbc:mariadb://169.254.169.254/db,t)'",
        "'properties':'url(s3://bkt/k,endpoint=http://169.254.169.254)'",
        "'notify':'webhook(format=slack,http://169.254.169.254/x)'",
        "'schedule':'at=5m http=(GET http://169.254.169.254/x)'",
        "'schedule':'at=5m metrics=otlp(step=1s,http://169.254.169.254/x)'",
        "'before':'http=(http://169.254.169.254/x)'",
      })
  void addressesOfMetadataServicesAreRefusedEverywhere(String setting) throws Exception {
    String sentence = refused(local, spec("'rate':'10'," + setting));

    assertThat(sentence)
        .containsAnyOf(
            "must not be at a link-local or metadata address",
            "must name hosts that can be checked");
  }

  @Test
  void aScheduledChangeDoesNotTellWhichFilesExist() throws Exception {
    Http.Answer begun = http.post("/api/v1/runs", spec("'rate':'10'"));
    assertThat(begun.status()).as(begun.text()).isEqualTo(201);
    String run = "/api/v1/runs/" + begun.json().path("id").asString();

    for (String file : List.of("secret", "none")) {
      String set = "{\"set\":{\"rate\":\"csv(%s)\"}}".formatted(folder.resolve(file));
      Http.Answer answer =
          http.post(run + "/schedules", set.replaceFirst("\\{", "{\"in\":\"5m\","));

      assertThat(answer.status()).as(answer.text()).isEqualTo(422);
      assertThat(answer.json().path("detail").asString())
          .isEqualTo("rate: %s (--files), was '%s'".formatted(NOT_ALLOWED, folder.resolve(file)));
    }
    http.post(run + "/abort", "{}");
  }

  @Test
  void allRunsAnswerWhileOneIsBeingCreated() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    RunGuard slow =
        new RunGuard() {
          @Override
          public void reaches(String path, URI address) {
            asked.countDown();
            boolean _ = await(released);
          }
        };
    LiveRuns runs = new LiveRuns(Drivers.of(new SimDriver()), folder.resolve("slow"), 3, slow);
    try (PlimsollServer server = PlimsollServer.start(ServerSettings.local(0), runs);
        var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      Http its = new Http(server.port());
      Http.Answer other = its.post("/api/v1/runs", spec("'rate':'10'"));
      String id = other.json().path("id").asString();
      Future<Http.Answer> created =
          executor.submit(() ->
              its.post("/api/v1/runs", spec("'rate':'10','notify':'webhook(http://127.0.0.1:1)'")));
      assertThat(await(asked)).isTrue();

      assertThat(its.get("/api/v1/runs").status()).isEqualTo(200);
      assertThat(its.get("/api/v1/runs/" + id).status()).isEqualTo(200);
      assertThat(its.post("/api/v1/kill", "{}").json().path("stopped")).hasSize(1);

      assertThat(created.isDone()).isFalse();
      released.countDown();
      assertThat(created.get(60, TimeUnit.SECONDS).status()).isEqualTo(201);
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
