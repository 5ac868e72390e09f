package org.plimsoll.driver.evcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.testkit.EurekaServer;

/** Runs whose nodes come and go in Eureka, with real servers in two zones. */
class EvcacheDiscoveryTest implements RunListener {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String LOCAL = "eu-west-1a";
  private static final String OTHER = "eu-west-1b";

  @TempDir static Path folder;
  private static EurekaServer eureka;

  private final List<Interval> seconds = new CopyOnWriteArrayList<>();
  private final List<RunEvent> events = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void startEureka() throws Exception {
    eureka = EurekaServer.start(Path.of("../.."), folder);
  }

  @AfterAll
  static void stopEureka() {
    eureka.close();
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    seconds.add(interval);
  }

  @Override
  public void event(RunEvent event) {
    events.add(event);
  }

  /** A run on its own thread, which is stopped at the end. */
  private record Running(Run run, FutureTask<Summary> ended) implements AutoCloseable {
    @Override
    public void close() throws ExecutionException, TimeoutException {
      run.stop();
      try {
        Summary summary = ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(summary.accounting().unfinished()).isZero();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Starts a run near {@link #LOCAL}. */
  private Running start(String settings) {
    Map<String, String> values = new HashMap<>();
    values.put(
        "discovery",
        "cache=eureka(%s,%s,port=evcache.port,every=1s)"
            .formatted(eureka.url(), RegisteredNode.APPLICATION));
    values.putAll(Map.of("rate", "1000", "mix", "read=70,update=30", "keys", "300"));
    values.putAll(Map.of("forever", "true", "warmup", "0", "fill", "all", "timeout", "30s"));
    values.put("zone", "eu-west-1/" + LOCAL);
    RunRequest request = RunRequest.of("evcache://@cache?read-timeout=10s" + settings, values);
    Drivers drivers = Drivers.of(new EvcacheDriver());
    Run run = Run.prepare(RunResolver.resolve(request, drivers).spec(), drivers, List.of(this));
    FutureTask<Summary> ended = new FutureTask<>(run::execute);
    Thread.ofPlatform().name("watched-run").daemon().start(ended);
    return new Running(run, ended);
  }

  @Test
  void nodesThatComeAndGoInEurekaTakePartWhileTheyAreThere() throws Exception {
    try (RegisteredNode local = node("127.0.0.1", LOCAL);
        RegisteredNode other = node("127.0.0.1", OTHER);
        RegisteredNode mortal = node("127.0.0.2", OTHER);
        Running _ = start("")) {
      onlyTheLocalZoneAnswersReads(local, List.of(other, mortal));
      try (RegisteredNode more = node("127.0.0.2", LOCAL)) {
        aNewNodeTakesPart(more);
        oneThatIsDeregisteredNoLongerDoes(more);
      }
      awaitSeconds(2);
      assertThat(failures(0)).isZero();
      oneWhoseLeaseEndsNoLongerTakesPart(mortal);
    }
  }

  @Test
  void theSettingsNameZonesThatEurekaSays() throws Exception {
    try (RegisteredNode near = node("127.0.0.1", LOCAL);
        RegisteredNode other = node("127.0.0.1", OTHER);
        Running _ = start("&zone=" + OTHER + "&write-only-zones=" + LOCAL)) {
      onlyTheLocalZoneAnswersReads(other, List.of(near));
    }
  }

  private void onlyTheLocalZoneAnswersReads(RegisteredNode local, List<RegisteredNode> others)
      throws Exception {
    awaitSeconds(1); // after the fill
    long read = local.statistic("cmd_get");
    long elsewhere = 0;
    for (RegisteredNode other : others) {
      elsewhere += other.statistic("cmd_get");
      assertThat(other.statistic("cmd_set")).isPositive();
    }
    waiting().until(() -> local.statistic("cmd_get") > read + 100);
    for (RegisteredNode other : others) {
      elsewhere -= other.statistic("cmd_get");
    }
    assertThat(elsewhere).isZero();
  }

  private void aNewNodeTakesPart(RegisteredNode more) {
    awaitEvent(more.address() + " joined");
    waiting().until(() -> more.statistic("cmd_set") > 10 && more.statistic("get_hits") > 10);
  }

  private void oneThatIsDeregisteredNoLongerDoes(RegisteredNode more) throws Exception {
    more.deregister();
    awaitEvent(more.address() + " left");
    waiting().until(() -> more.statistic("curr_connections") <= 1); // the one that asks
    long sets = more.statistic("cmd_set");
    awaitSeconds(1);
    assertThat(more.statistic("cmd_set")).isEqualTo(sets);
  }

  private void oneWhoseLeaseEndsNoLongerTakesPart(RegisteredNode mortal) throws Exception {
    mortal.kill();
    awaitEvent(mortal.address() + " left");
    awaitSeconds(1); // it may have begun before the node left
    int first = seconds.size();
    awaitSeconds(2);
    assertThat(failures(first)).isZero();
    assertThat(seconds.getLast().figures().accounting().answered().succeeded()).isPositive();
  }

  private static RegisteredNode node(String host, String zone) throws Exception {
    return RegisteredNode.start(eureka, folder, host, zone);
  }

  private static ConditionFactory waiting() {
    return await().atMost(PATIENCE);
  }

  /** Waits for further seconds of the load. */
  private void awaitSeconds(int more) {
    int before = seconds.size();
    waiting().until(() -> seconds.size() >= before + more && measures());
  }

  private boolean measures() {
    return seconds.getLast().window().phase() == Phase.MEASURE;
  }

  private void awaitEvent(String ending) {
    waiting()
        .untilAsserted(() ->
            assertThat(events).extracting(RunEvent::text).anyMatch(text -> text.endsWith(ending)));
  }

  /** Operations without an answer from this second on. */
  private long failures(int first) {
    return seconds.stream()
        .skip(first)
        .mapToLong(second -> second.figures().accounting().errors().total())
        .sum();
  }
}
