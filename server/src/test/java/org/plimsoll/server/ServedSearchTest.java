package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.folder.WholeFile;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.testkit.ForwardingDriver;
import tools.jackson.databind.JsonNode;

/** Searches for the highest load over HTTP. */
@Timeout(180)
class ServedSearchTest {
  /** A search whose cap is far below the line, with a bound far above what a busy machine adds. */
  private static final String TO_THE_CAP =
      search("'method':'search','rate':'100','max-rate':'400','slo':'mean<500ms'");

  /** A search that runs longer than any test. */
  private static final String FOLLOWING =
      "'method':'track','rate':'100','max-rate':'100','slo':'mean<500ms','for':'10m'";

  @TempDir Path folder;

  /** Opened by a test that must not miss what a run tells first. */
  private volatile CountDownLatch gate = new CountDownLatch(0);

  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() {
    serve(folder);
  }

  private void serve(Path runs) {
    server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new GatedDriver()), runs, 3));
    http = new Http(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String search(String settings) {
    return ("{'target':'sim:?service=constant(1ms)','warmup':'0','trial':'50ms',"
            + "'longest-trial':'50ms',"
            + settings
            + "}")
        .replace('\'', '"');
  }

  private String begin(String spec) throws Exception {
    Http.Answer answer = http.post("/api/v1/runs", spec);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json().path("id").asString();
  }

  private JsonNode line(String id) throws Exception {
    Http.Answer answer = http.get("/api/v1/runs/" + id + "/line");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.json();
  }

  private static List<Integer> numbers(JsonNode line) {
    return line.path("trials").valueStream().map(each -> each.path("number").asInt()).toList();
  }

  @Test
  void searchesReportEachTrialAndTheLineEvenAfterARestart() throws Exception {
    gate = new CountDownLatch(1);
    String id = begin(TO_THE_CAP);
    List<Integer> heard = new ArrayList<>();
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      gate.countDown();
      for (Http.Event event = events.next(List.of("search", "end"));
          event.kind().equals("search");
          event = events.next(List.of("search", "end"))) {
        heard.add(event.data().path("trial").path("number").asInt());
        assertThat(event.data().path("line").path("text").asString()).isNotEmpty();
      }
    }
    JsonNode line = line(id);

    assertThat(line.path("isEnded").asBoolean()).isTrue();
    // On a busy machine the line may be anywhere below the cap, or be the generator's limit.
    assertThat(line.path("line").path("kind").asString()).isNotEqualTo("unconfirmed");
    assertThat(line.path("line").path("load").asDouble()).isLessThanOrEqualTo(400);
    assertThat(numbers(line))
        .isEqualTo(IntStream.rangeClosed(1, numbers(line).size()).boxed().toList());
    assertThat(numbers(line)).containsSubsequence(heard).endsWith(heard.getLast());
    JsonNode run = http.get("/api/v1/runs/" + id).json();
    assertThat(run.path("spec").path("method").asString()).isEqualTo("search");
    assertThat(run.path("summary").path("load").path("model").asString()).isEqualTo("open");

    long tried = 0;
    for (JsonNode trial : line.path("trials")) {
      tried += trial.path("lengthNanos").asLong();
    }
    assertThat(run.path("elapsedNanos").asLong()).isGreaterThanOrEqualTo(tried);

    server.close();
    serve(folder);

    assertThat(http.get("/api/v1/runs/" + id).json().path("elapsedNanos").asLong())
        .isGreaterThanOrEqualTo(tried);
    assertThat(line(id)).isEqualTo(line);
    assertThat(folderOf(id).resolve("find-max.html")).content().contains("find-max");
  }

  @Test
  void killedSearchesKeepTheirResultSoFar() throws Exception {
    String id = begin(search(FOLLOWING));
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      while (events.next("search").data().path("trial").path("number").asInt() < 3) {
        assertThat(line(id).path("isEnded").asBoolean()).isFalse();
      }
    }
    Path after = Files.createDirectory(folder.resolve("after"));
    copy(folderOf(id), after.resolve("copy-" + id));
    assertThat(http.post("/api/v1/runs/" + id + "/stop", "{}").status()).isEqualTo(202);
    server.close();
    serve(after);

    JsonNode line = line(id);
    assertThat(http.get("/api/v1/runs/" + id).json().path("state").asString()).isEqualTo("killed");
    assertThat(line.path("isEnded").asBoolean()).isTrue();
    assertThat(numbers(line)).startsWith(1, 2, 3);
    assertThat(line.path("objectives").path(0).asString()).isEqualTo("mean<500ms");

    Http.Answer resumed = http.post("/api/v1/runs/" + id + "/resume", "{}");
    assertThat(resumed.status()).as(resumed.text()).isEqualTo(201);
    assertThat(resumed.json().path("spec").path("method").asString()).isEqualTo("track");
  }

  @Test
  void onlyASearchChangesItsLoad() throws Exception {
    String id = begin(search(FOLLOWING));
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      events.next("search");
    }
    String run = "/api/v1/runs/" + id;

    Http.Answer changed = http.patch(run + "/parameters", "{\"rate\":\"50k\"}");
    Http.Answer switched = http.patch(run + "/switches", "{\"reads\":false}");
    Http.Answer filled = http.patch(run + "/switches", "{\"fill\":true}");
    Http.Answer planned = http.post(run + "/schedules", "{\"in\":\"1s\",\"set\":{\"rate\":\"9\"}}");

    assertThat(List.of(changed, switched, filled, planned))
        .allSatisfy(answer -> {
          assertThat(answer.status()).as(answer.text()).isEqualTo(422);
          assertThat(answer.json().path("detail").asString()).contains("during a search");
        });
    Http.Answer parameters = http.get(run + "/parameters");
    assertThat(
            parameters
                .json()
                .path("parameters")
                .valueStream()
                .noneMatch(each -> each.path("live").asBoolean()))
        .as(parameters.text())
        .isTrue();
    Http.Answer read = http.post(run + "/operations", "{\"operation\":\"read\",\"key\":\"1\"}");
    assertThat(read.status()).as(read.text()).isEqualTo(200);
  }

  @Test
  void invalidSearchesAreRefusedAndDryRunsShowTheSearch() throws Exception {
    Http.Answer refused = http.post("/api/v1/runs", search("'method':'search'"));
    Http.Answer dryRun = http.post("/api/v1/runs?dryRun=true", TO_THE_CAP);

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().path("field").asString()).isEqualTo("slo");
    assertThat(dryRun.json().path("values").findValuesAsString("name"))
        .contains("method", "precision", "rate");
    assertThat(http.get("/api/v1/runs").json().path("total").asInt()).isZero();
  }

  @Test
  void runsThatAreNoSearchHaveNoLine() throws Exception {
    String id = begin("{\"target\":\"sim:\",\"rate\":\"100\",\"forever\":true,\"warmup\":\"0\"}");

    Http.Answer line = http.get("/api/v1/runs/" + id + "/line");

    assertThat(line.status()).isEqualTo(404);
    assertThat(line.json().path("detail").asString()).contains("not a search");
    assertThat(http.get("/api/v1/runs/nothing/line").status()).isEqualTo(404);
  }

  private Path folderOf(String id) throws IOException {
    try (Stream<Path> folders = Files.list(folder)) {
      return folders
          .filter(each -> each.getFileName().toString().endsWith("-" + id))
          .findFirst()
          .orElseThrow();
    }
  }

  /**
   * Copies a run's folder as a kill would leave it. The run is live, so a draft that replaces
   * another file may be gone.
   */
  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path its, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(its)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            try {
              Files.copy(file, to.resolve(from.relativize(file)));
            } catch (NoSuchFileException e) {
              requireDraft(file, e);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            requireDraft(file, e);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void requireDraft(Path file, IOException e) throws IOException {
    if (!(e instanceof NoSuchFileException) || !WholeFile.isDraft(file)) {
      throw e;
    }
  }

  /** A simulated target that is not open before the gate is. */
  private final class GatedDriver extends ForwardingDriver {
    GatedDriver() {
      super(new SimDriver());
    }

    @Override
    public Client open(DriverContext context) throws Exception {
      gate.await();
      return super.open(context);
    }
  }
}
