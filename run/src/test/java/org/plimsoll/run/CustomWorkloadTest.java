package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.custom.CustomWorkload;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.run.WatchedDriver.Sent;
import org.plimsoll.settings.ResolvedRun;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.testkit.UserClasses;

/** Tests a workload that a user has compiled, in a folder next to those of drivers. */
class CustomWorkloadTest {
  private static final String BAD =
      """
      package mine;

      import java.util.List;
      import java.util.random.RandomGenerator;
      import org.plimsoll.api.custom.CustomWorkload;
      import org.plimsoll.api.OperationType;

      public final class Bad implements CustomWorkload {
        public Operations over(long keys, long seed, List<String> arguments) {
          String fault = arguments.get(0);
          return new Operations() {
            public List<OperationType> types() {
              return switch (fault) {
                case "nothing" -> List.of();
                case "unknown" -> List.of(OperationType.READ, OperationType.reading("frobnicate"));
                default -> List.of(OperationType.READ, OperationType.INSERT);
              };
            }

            public OperationType type(RandomGenerator random, long index) {
              if (index == 100 && fault.equals("undeclared")) {
                return OperationType.DELETE;
              }
              return fault.equals("insert") ? OperationType.INSERT : OperationType.READ;
            }

            public void prepare(Draft draft, RandomGenerator random, long index, long atNanos) {
              draft.key(index == 100 && !fault.equals("thrown") ? keys : 0);
              if (index == 100) {
                throw new IllegalStateException("out of ideas");
              }
            }
          };
        }
      }
      """;

  @TempDir static Path roots;

  private final WatchedDriver target = WatchedDriver.counting();

  @BeforeAll
  static void compileAndPack() throws Exception {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("examples"))) {
      folder = Objects.requireNonNull(folder.getParent());
    }
    String visits = Files.readString(folder.resolve("examples/classes/Visits.java"));
    UserClasses.compile(roots, "Visits", visits)
        .pack("visits", CustomWorkload.class, "mine.Visits");
    UserClasses.compile(roots, "Bad", BAD).pack("bad", CustomWorkload.class, "mine.Bad");
  }

  private static RunRequest request(Map<String, String> more) {
    Map<String, String> values = new TreeMap<>();
    values.put("workload", "custom(visits, 4)");
    values.put("keys", "1000");
    values.put("rate", "1000");
    values.put("seed", "1");
    values.put("warmup", "0");
    values.put("for", "2s");
    values.putAll(more);
    return RunRequest.of("sim:?service=constant(1us)", values);
  }

  private static ResolvedRun resolved(RunRequest request) {
    return RunResolver.resolve(request, PluginFolders.in(roots, WatchedDriver.counting()));
  }

  private Summary run(RunRequest request) throws Exception {
    return Run.prepare(resolved(request).spec(), Drivers.of(target), List.of(), new VirtualClock())
        .execute();
  }

  private static List<Sent> sent(Map<String, String> more) throws Exception {
    CustomWorkloadTest other = new CustomWorkloadTest();
    other.run(request(more));
    return other.target.sent();
  }

  @Test
  void operationsAreThoseOfAUsersClass() throws Exception {
    Summary summary = run(request(Map.of("slo", "update.p90<1s")));

    assertThat(target.sent()).hasSize(2_000);
    Set<Long> visitors = new HashSet<>();
    for (int visit = 0; visit < 500; visit++) {
      List<Sent> visited = target.sent().subList(4 * visit, 4 * visit + 4);
      assertThat(visited).extracting(Sent::type).containsExactly("read", "read", "read", "update");
      assertThat(visited).extracting(Sent::key).containsOnly(visited.getFirst().key());
      visitors.add(visited.getFirst().key());
    }
    // 500 visits include 394 of 1,000 visitors on average.
    assertThat(visitors).hasSizeBetween(360, 430);
    assertThat(summary.figures().operations().keySet()).contains("read", "update");
    assertThat(summary.verdict().slo()).isEqualTo(SloOutcome.PASSED);
  }

  @Test
  void operationsDependOnSeedAndIndexButNotOnRateOrModel() throws Exception {
    List<String> once = what(sent(Map.of()));
    assertThat(what(sent(Map.of("rate", "500")))).isEqualTo(once.subList(0, 1_000));
    Map<String, String> paced = Map.of("model", "paced", "workers", "1");
    assertThat(what(sent(paced))).isEqualTo(once);
    assertThat(what(sent(Map.of("seed", "2")))).isNotEqualTo(once);
  }

  private static List<String> what(List<Sent> sent) {
    List<String> what = new ArrayList<>();
    sent.forEach(each -> what.add(each.type() + " " + each.key() + " " + each.row()));
    return what;
  }

  @Test
  void theResolvedSpecHasTheClassAndNoMix() {
    assertThat(resolved(request(Map.of())).spec().identity().resolved())
        .containsEntry("workload", "custom(visits, 4)")
        .doesNotContainKey("mix");
  }

  @Test
  void aScenariosOwnMixReplacesTheWorkloadOfTheRun() throws Exception {
    Map<String, String> none = Map.of("rate", "100");
    run(request(none).withScenarios("a/rate=100", "b/rate=100", "b/mix=delete=1"));
    assertThat(target.sent()).filteredOn(each -> each.type().equals("delete")).hasSize(200);
    assertThat(target.sent()).filteredOn(each -> each.type().equals("update")).hasSize(50);
  }

  @Test
  void aMixAndAWorkloadCanReplaceEachOtherDuringTheRun() throws Exception {
    RunRequest deletes =
        RunRequest.of(
            "sim:?service=constant(1us)",
            Map.of(
                "mix",
                "delete=1",
                "keys",
                "1000",
                "rate",
                "1000",
                "seed",
                "1",
                "warmup",
                "0",
                "for",
                "2s"));
    VirtualClock clock = new VirtualClock();
    Run run = Run.prepare(resolved(deletes).spec(), Drivers.of(target), List.of(), clock);
    clock.schedule(
        clock.nanoTime() + 1_000_000_000L,
        () -> run.change(resolved(request(Map.of())).spec().parameters(), "test"));
    run.execute();
    assertThat(target.sent().subList(0, 999)).allMatch(sent -> sent.type().equals("delete"));
    assertThat(target.sent().subList(1_001, 2_000)).noneMatch(sent -> sent.type().equals("delete"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "undeclared | custom(bad) asked for the operation 'delete', which is not in its mix",
        "beyond     | custom(bad) asked for key 1000, allowed are positions from 0 to below 1000",
        "thrown     | custom(bad) failed: java.lang.IllegalStateException: out of ideas",
        "insert     | custom(bad) set the key of an insert, which takes a new key"
      })
  void aContractViolationEndsTheRunWithTheNameOfTheClass(String fault, String sentence) {
    String workload = "custom(bad," + fault + ")";
    assertThatThrownBy(() -> run(request(Map.of("workload", workload))))
        .hasMessageContaining(sentence);
    RunRequest closed =
        RunRequest.of(
            "sim:?service=constant(1us)",
            Map.of(
                "workload", workload, "keys", "1000", "workers", "2", "warmup", "0", "for", "2s"));
    assertThatThrownBy(() -> run(closed)).hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workload | custom(visit,4)      | workload: must be custom(name,…) with | visits",
        "workload | custom(visits)       | workload: must have arguments | 2 to 9 operations",
        "workload | custom(bad,nothing)  | workload: must be a class with at least one | nothing",
        "workload | custom(bad,unknown)  | workload: must name operations of the driver | frob",
        "workload | visits               | workload: must be custom(name,…) | visits",
        "mix      | read=1               | cannot be given together with | workload",
        "rate     | read=100,update=10   | rate: must be one value for all operations | update=10",
        "key-repeat | 0.5                | key-repeat: must be 0 with a workload | 0.5"
      })
  void errorsAreReportedBeforeAnyLoad(String key, String text, String begin, String within) {
    assertThatThrownBy(() -> resolved(request(Map.of(key, text))))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining(begin)
        .hasMessageContaining(within);
  }
}
