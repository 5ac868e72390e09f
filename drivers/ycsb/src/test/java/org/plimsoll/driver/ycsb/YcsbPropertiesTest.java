package org.plimsoll.driver.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.settings.importing.Imported;
import org.plimsoll.settings.importing.YcsbImport;

/** Runs with the properties of YCSB: limits, the target as a cap, and misspelt names. */
class YcsbPropertiesTest {
  /** 4 threads carry at most 4,000/s. */
  private static final String SLOW =
      "basicdb.verbose=false\nbasicdb.simulatedelay=1\nbasicdb.randomizedelay=false\n";

  private static final String SHORT = "recordcount=100\noperationcount=100\nthreadcount=1\n";
  private static final String ASKED = "properties not asked for";
  private static final String GIVEN = "properties not given";

  @TempDir static Path folder;
  static Path ycsb;

  @BeforeAll
  static void makeRelease() throws Exception {
    ycsb = folder.resolve("ycsb-0.17.0");
    List<String> sources = List.of(Bindings.mapDb(), Bindings.resource("HostDb.java.txt"));
    Path jar = Bindings.jar(folder, "test-binding-0.17.0.jar", sources, _ -> true);
    Bindings.release(ycsb, "map", "site.ycsb.db.MapDb", jar);
    Bindings.release(ycsb, "host", "site.ycsb.db.HostDb", jar);
  }

  @BeforeEach
  void forget() {
    System.getProperties().keySet().removeIf(key -> String.valueOf(key).startsWith("mapdb."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"target=100000", ""})
  void aTargetAboveCapacityCarriesOutEveryOperation(String target) throws Exception {
    Summary summary =
        run("basic", SLOW + "recordcount=100\noperationcount=3000\nthreadcount=4\n" + target);

    assertThat(summary.accounting().scheduled()).isEqualTo(3_000);
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(3_000);
    assertThat(summary.accounting().errors()).isEqualTo(Accounting.Errors.NONE);
  }

  /**
   * The pacer is held back and continues thousands of times, while 8 threads take what waits: a
   * hold that nobody ended would be a test that never ends.
   */
  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "3", "64", "100k"})
  void aHeldScheduleContinuesUntilItsEnd(String backlog) throws Exception {
    Summary summary =
        run(
            "map",
            "recordcount=100\noperationcount=50000\nthreadcount=8\ntarget=50000000",
            Map.of("max-backlog", backlog, "fill", "all"));

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(50_000);
    assertThat(summary.accounting().errors()).isEqualTo(Accounting.Errors.NONE);
  }

  @ParameterizedTest
  @CsvSource({"1000, 60, false", "1000, 60, true", "100000000, 3, false", "100000000, 3, true"})
  void aRunEndsAtItsTimeOrItsNumberOfOperations(long operations, long seconds, boolean paced)
      throws Exception {
    Summary summary =
        run(
            "basic",
            SLOW
                + "recordcount=100\nthreadcount=4\noperationcount="
                + operations
                + "\nmaxexecutiontime="
                + seconds
                + (paced ? "\ntarget=100000" : ""));

    long answered = summary.accounting().answered().succeeded();
    // A busy machine may stop a run late, but not as late as the other limit would.
    Duration elapsed = Duration.ofNanos(summary.elapsedNanos());
    assertThat(elapsed).isLessThan(Duration.ofSeconds(30));
    if (seconds == 3) {
      assertThat(elapsed).isGreaterThan(Duration.ofMillis(2_800));
      assertThat(answered).isBetween(100L, 4 * elapsed.toMillis() + 100);
    } else {
      assertThat(answered).isEqualTo(operations);
    }
    assertThat(summary.accounting().errors()).isEqualTo(Accounting.Errors.NONE);
  }

  @Test
  void aMisspeltPropertyIsReportedWithASuggestion() throws Exception {
    Summary summary = run("host", "redis.host=h\nredis.prot=1\nredis.server=x\n" + SHORT);

    assertThat(summary.driver().targetFacts())
        .containsEntry(ASKED, "redis.prot (did you mean redis.port?), redis.server")
        .containsEntry(GIVEN, "redis.cluster, redis.password, redis.port, redis.timeout");
  }

  @Test
  void propertiesThatABindingReadsAreNotListed() throws Exception {
    String all =
        "redis.host=h\nredis.port=1\nredis.timeout=2\nredis.cluster=no\nredis.password=p\n";
    Summary summary = run("host", all + SHORT);

    assertThat(summary.driver().targetFacts()).doesNotContainKeys(ASKED, GIVEN);
  }

  @Test
  void aBindingThatCannotStartIsReportedWithNamesThatMayBeMisspelt() {
    assertThatThrownBy(() -> run("host", "redis.hots=h\n" + SHORT))
        .hasMessageEndingWith(
            "ycsb: site.ycsb.db.HostDb.init: cannot connect to null:6379; properties not asked"
                + " for: redis.hots (did you mean redis.host?); properties not given:"
                + " redis.cluster, redis.host, redis.port, redis.timeout");
  }

  @Test
  void propertiesOfAWorkloadClassCountAsAskedFor() throws Exception {
    Summary summary =
        run(
            "basicts",
            """
            workload=site.ycsb.workloads.TimeSeriesWorkload
            recordcount=10000
            operationcount=50
            threadcount=1
            basicdb.verbose=false
            updateproportion=0
            readproportion=0.5
            insertproportion=0.5
            readpropotion=1
            """);

    Map<String, String> facts = summary.driver().targetFacts();
    assertThat(facts.get(GIVEN)).contains("basicdb.simulatedelay").doesNotContain("tagcount");
  }

  private static Summary run(String db, String text) throws Exception {
    return run(db, text, Map.of());
  }

  /** Runs the properties as {@code plimsoll ycsb run} does, with further settings. */
  private static Summary run(String db, String text, Map<String, String> further) throws Exception {
    Properties properties = new Properties();
    properties.load(new StringReader(text));
    Imported imported = YcsbImport.forBinding(properties, false, db);
    Map<String, Given> values = new LinkedHashMap<>();
    further.forEach((name, value) -> values.put(name, new Given(value, "test")));
    Map<String, Given> driver =
        db.startsWith("basic") ? Map.of() : Map.of("binding", new Given(ycsb.toString(), "test"));
    RunRequest request =
        imported.request("test").overriddenBy(new RunRequest(null, values, driver));
    Drivers drivers = Drivers.of(new YcsbDriver());
    return Run.prepare(RunResolver.resolve(request, drivers).spec(), drivers, List.of()).execute();
  }
}
