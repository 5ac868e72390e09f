package org.plimsoll.driver.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** The guarantees of YCSB to a binding, and how the results of a binding are reported. */
class YcsbDriverTest {
  private static final String KEY_0 = "usertable/user6284781860667377211";
  private static final String KEY_1 = "usertable/user8517097267634966620";

  @TempDir static Path folder;
  static Path ycsb;

  @BeforeAll
  static void makeRelease() throws Exception {
    ycsb = folder.resolve("ycsb-0.17.0");
    Path jar = Bindings.jar(folder, "map-binding-0.17.0.jar", List.of(Bindings.mapDb()), _ -> true);
    Bindings.release(ycsb, "map", "site.ycsb.db.MapDb", jar);
  }

  @BeforeEach
  void forget() {
    System.getProperties().keySet().removeIf(key -> String.valueOf(key).startsWith("mapdb."));
  }

  @Test
  void keysAreThoseOfYcsb() throws Exception {
    Summary summary = fill("keys", "2");

    assertThat(rows().keySet()).containsExactlyInAnyOrder(KEY_0, KEY_1);
    assertThat(summary.figures().operations()).containsKey("insert");
  }

  @Test
  void orderedKeysHaveTheConfiguredNumberOfDigits() throws Exception {
    fill("keys", "1", "first-key", "5", "key-form", "ycsb-ordered(8)");

    assertThat(rows().keySet()).containsExactly("usertable/user00000005");
  }

  @Test
  void eachDbObjectIsCreatedUsedAndCleanedUpOnItsOwnThread() throws Exception {
    Summary summary =
        run(Map.of(), "mix", "read=50,update=50", "ops", "2000", "workers", "7", "fill", "all");

    assertThat(count("init")).isGreaterThanOrEqualTo(7);
    assertThat(count("cleanup")).isEqualTo(count("init"));
    assertThat(count("strange")).isZero();
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(2000);
  }

  @Test
  void pacedWorkersKeepTheirThreads() throws Exception {
    Summary summary =
        run(
            Map.of("threads", "virtual"),
            "mix",
            "read=50,update=50",
            "ops",
            "500",
            "workers",
            "4",
            "rate",
            "5k",
            "model",
            "paced",
            "fill",
            "all");

    assertThat(count("strange")).isZero();
    assertThat(count("cleanup")).isEqualTo(count("init"));
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(500);
    assertThat(summary.all().responseNanos()).isNotNull();
  }

  @Test
  void batchedOperationsAreCountedSeparatelyAndHaveNoLatency() throws Exception {
    Summary summary =
        run(Map.of("properties", "mapdb.status=BATCHED_OK"), "mix", "update=1", "ops", "50");

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(50);
    assertThat(summary.all().counts().buffered()).isEqualTo(50);
    assertThat(summary.all().counts().answered()).isEqualTo(50);
    assertThat(summary.all().counts().attempts()).isZero();
    assertThat(summary.all().serviceNanos().mean()).isNull();
  }

  @Test
  void anInsertIsRetriedAsConfiguredAndEachRetryIsCounted() throws Exception {
    client(
        Map.of(
            "properties",
            "mapdb.status=ERROR",
            "insert-retries",
            "2",
            "insert-retry-interval",
            "1ms"),
        client -> {
          Outcome insert =
              perform(client, TestOperation.on(OperationType.INSERT, 1, "a", "b", "c"));
          assertThat(insert.failureCode()).isEqualTo("error");
          assertThat(Objects.requireNonNull(insert.message()).get()).isEqualTo("ERROR: asked to");
          assertThat(insert.attempts()).isEqualTo(3);
          assertThat(rows().firstEntry().getValue().values()).allMatch(bytes -> bytes.length == 1);
        });
  }

  @Test
  void aStatusBecomesAFailureCode() throws Exception {
    assertThat(failureOf("SERVICE_UNAVAILABLE")).isEqualTo("service-unavailable");
    assertThat(failureOf("null")).isEqualTo("no-status");
    assertThat(failureOf("throw")).isEqualTo("unsupported");
    assertThat(failureOf("??")).isEqualTo("no-status");
  }

  @Test
  void aBindingThatCannotStartIsReportedWithTheReason() {
    assertThatThrownBy(() -> client(Map.of("properties", "mapdb.refuse=no\\nhost"), _ -> {}))
        .hasMessage("ycsb: site.ycsb.db.MapDb.init: no host");
  }

  @Test
  void aTruncatedJarIsReported() throws Exception {
    Path cutOff = folder.resolve("cut-off");
    Path lib = Files.createDirectories(cutOff.resolve("lib"));
    Files.write(lib.resolve("half.jar"), new byte[] {'P', 'K', 3, 4, 0});

    assertThatThrownBy(
            () -> open("site.ycsb.BasicDB", Map.of("binding", cutOff.toString()), _ -> {}))
        .hasMessageContaining("half.jar' is not a readable jar: ");
  }

  @Test
  void aClassThatIsNoBindingIsRefused() {
    assertThatThrownBy(() -> open("nothing", Map.of(), _ -> {}))
        .hasMessageContaining("no binding named 'nothing'")
        .hasMessageContaining("--set binding=FOLDER");
    assertThatThrownBy(() -> open("site.ycsb.Nothing", Map.of(), _ -> {}))
        .hasMessageContaining("no class 'site.ycsb.Nothing'");
    Map<String, String> given = Map.of("binding", ycsb.resolve("map-binding").toString());
    assertThatThrownBy(() -> open("site.ycsb.Nothing", given, _ -> {}))
        .hasMessageContaining("no class 'site.ycsb.Nothing' in the 2 jars and folders");
    assertThatThrownBy(() -> open("java.lang.String", Map.of(), _ -> {}))
        .hasMessageContaining("'java.lang.String' is not a site.ycsb.DB");
    assertThatThrownBy(() -> open("map", Map.of("binding", "/no/such/folder"), _ -> {}))
        .hasMessageContaining("'/no/such/folder'");
    assertThatThrownBy(() -> new YcsbDriver().checkAddress("")).hasMessageContaining("was ''");
  }

  @Test
  void theCoresBasicDbNeedsNoFolder() throws Exception {
    open(
        "basic",
        Map.of("properties", "basicdb.verbose=false"),
        client -> {
          assertThat(client.facts()).containsEntry("binding", "site.ycsb.BasicDB");
          assertThat(perform(client, TestOperation.on(OperationType.READ, 1)).status())
              .isEqualTo(Status.SUCCEEDED);
        });
  }

  @Test
  void aReadMayRequestOneField() throws Exception {
    client(
        Map.of("read-all-fields", "false"),
        client -> {
          perform(client, TestOperation.on(OperationType.INSERT, 1, "aaaa", "bbbb", "cccc"));
          Outcome read = perform(client, TestOperation.on(OperationType.READ, 1));
          assertThat(read.payloadBytes()).isEqualTo(4);
        });
  }

  @Test
  void printableValuesHavePrintableCharactersOnly() throws Exception {
    fill("keys", "20");

    for (Map<String, byte[]> row : rows().values()) {
      for (byte[] value : row.values()) {
        assertThat(new String(value, StandardCharsets.US_ASCII)).matches("[ -_]{100}");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"base64", "binary"})
  void writtenRowsAreVerified(String values) throws Exception {
    Summary summary =
        run(
            Map.of("values", values),
            "mix",
            "read=50,update=50",
            "ops",
            "500",
            "fill",
            "all",
            "fields",
            "3",
            "verify",
            "true");

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(500);
    assertThat(summary.all().failures()).isEmpty();
  }

  @Test
  void printableValuesCannotBeVerified() {
    assertThatThrownBy(() -> run(Map.of(), "ops", "1", "verify", "true"))
        .hasMessageContaining("that needs values=base64 (or binary) and read-all-fields=true");
  }

  @Test
  void rowsOfOtherProgramsAreRecognized() throws Exception {
    fill("keys", "100", "fields", "3");
    Summary summary =
        run(
            Map.of("values", "base64"),
            "mix",
            "read=1",
            "ops",
            "50",
            "fields",
            "3",
            "verify",
            "true",
            "no-fill",
            "true");

    assertThat(summary.accounting().answered().succeeded()).isZero();
    assertThat(summary.accounting().errors().failed()).isEqualTo(50);
  }

  @Test
  void aYcsbWorkloadClassChoosesTheOperations() throws Exception {
    String properties =
        """
        recordcount=10000
        operationcount=10000
        threadcount=2
        workload=site.ycsb.workloads.TimeSeriesWorkload
        readproportion=0.5
        updateproportion=0
        insertproportion=0.5
        basicdb.verbose=false
        """;
    Drivers drivers = Drivers.of(new YcsbDriver());
    RunRequest request =
        new RunRequest(
            new Given("ycsb:basicts", "test"),
            given("mix", "workload-transaction=1", "ops", "100", "workers", "2", "warmup", "0"),
            given(
                "workload-class",
                "site.ycsb.workloads.TimeSeriesWorkload",
                "properties",
                properties));

    Summary summary =
        Run.prepare(RunResolver.resolve(request, drivers).spec(), drivers, List.of()).execute();

    assertThat(summary.all().failures()).isEmpty();
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(100);
    long calls =
        summary.driver().counters().entrySet().stream()
            .filter(counter -> counter.getKey().matches("ycsb-(read|update|insert)/OK"))
            .mapToLong(Map.Entry::getValue)
            .sum();
    assertThat(calls).isGreaterThanOrEqualTo(100);
    assertThat(summary.driver().timingNanos()).containsKey("ycsb-read");
  }

  private static Map<String, Given> given(String... namesAndValues) {
    Map<String, Given> given = new LinkedHashMap<>();
    TestTarget.named(namesAndValues)
        .forEach((name, text) -> given.put(name, new Given(text, "test")));
    return given;
  }

  private String failureOf(String status) throws Exception {
    Outcome[] outcome = new Outcome[1];
    client(
        Map.of("properties", "mapdb.status=" + status),
        client ->
            outcome[0] = perform(client, TestOperation.on(OperationType.UPDATE, 1, "a", "b", "c")));
    return String.valueOf(outcome[0].failureCode());
  }

  private static Outcome perform(Client client, TestOperation operation) throws Exception {
    try (Session session = client.openSession()) {
      Ending ending = new Ending();
      session.execute(operation, ending);
      return ending.outcome();
    }
  }

  /** An action on an opened client. */
  private interface Work {
    void with(Client client) throws Exception;
  }

  private static void client(Map<String, String> settings, Work work) throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.put("binding", ycsb.toString());
    open("map", all, work);
  }

  private static void open(String address, Map<String, String> settings, Work work)
      throws Exception {
    List<String> fields = List.of("field0", "field1", "field2");
    try (TestTarget context = new TestTarget(new YcsbDriver(), address, settings, fields);
        Client client = context.open()) {
      work.with(client);
    }
  }

  private static Summary run(Map<String, String> driverSettings, String... settings)
      throws Exception {
    Drivers drivers = Drivers.of(new YcsbDriver());
    return Run.prepare(
            RunResolver.resolve(request(driverSettings, settings), drivers).spec(),
            drivers,
            List.of())
        .execute();
  }

  private static Summary fill(String... settings) throws Exception {
    Drivers drivers = Drivers.of(new YcsbDriver());
    return Run.prepare(
            RunResolver.resolveFill(request(Map.of(), settings), drivers).spec(),
            drivers,
            List.of())
        .execute();
  }

  private static RunRequest request(Map<String, String> driverSettings, String... settings) {
    Map<String, Given> values = new LinkedHashMap<>();
    TestTarget.named("warmup", "0", "key-form", "ycsb", "keys", "100")
        .forEach((name, text) -> values.put(name, new Given(text, "test")));
    TestTarget.named(settings).forEach((name, text) -> values.put(name, new Given(text, "test")));
    Map<String, Given> driver = new LinkedHashMap<>();
    driver.put("binding", new Given(ycsb.toString(), "test"));
    driverSettings.forEach((name, text) -> driver.put(name, new Given(text, "test")));
    return new RunRequest(new Given("ycsb:map", "test"), values, driver);
  }

  @SuppressWarnings("unchecked")
  private static ConcurrentSkipListMap<String, Map<String, byte[]>> rows() {
    return (ConcurrentSkipListMap<String, Map<String, byte[]>>)
        System.getProperties().computeIfAbsent("mapdb.rows", _ -> new ConcurrentSkipListMap<>());
  }

  private static int count(String what) {
    return (Integer) System.getProperties().getOrDefault("mapdb." + what, 0);
  }
}
