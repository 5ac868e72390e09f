package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.custom.CustomArrivals;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.testkit.UserClasses;

/** Tests an arrival process that a user has compiled, in a folder next to those of drivers. */
class CustomArrivalsTest {
  private static final String SOURCE =
      """
      package mine;

      import java.util.List;
      import org.plimsoll.api.custom.CustomArrivals;

      /** So many at once, and then as long nobody. */
      public final class Groups implements CustomArrivals {
        public Gaps of(List<String> arguments) {
          int size = Integer.parseInt(arguments.get(0));
          int[] place = {0};
          return random -> place[0]++ % size == 0 ? size : 0;
        }

        public static final class Coins implements CustomArrivals {
          public Gaps of(List<String> arguments) {
            return random -> random.nextBoolean() ? 0.5 : 1.5;
          }
        }

        public static final class Says implements CustomArrivals {
          public Gaps of(List<String> arguments) {
            return random -> {
              if (arguments.get(0).equals("nothing")) {
                throw new IllegalStateException("out of ideas");
              }
              return Double.parseDouble(arguments.get(0));
            };
          }
        }
      }
      """;

  @TempDir static Path roots;

  @BeforeAll
  static void compileAndPack() throws Exception {
    UserClasses.compile(roots, "Groups", SOURCE)
        .pack("groups", CustomArrivals.class, "mine.Groups")
        .pack("coins", CustomArrivals.class, "mine.Groups$Coins")
        .pack("says", CustomArrivals.class, "mine.Groups$Says");
  }

  private static RunSpec resolved(String arrivals, String rate, String seed) {
    Map<String, String> values = new HashMap<>();
    values.put("arrivals", arrivals);
    values.put("rate", rate);
    values.put("seed", seed);
    values.put("warmup", "0");
    values.put("for", "2s");
    RunRequest request = RunRequest.of("sim:?service=constant(1us)", values);
    return RunResolver.resolve(request, PluginFolders.in(roots, WatchedDriver.counting())).spec();
  }

  /** When operations reached the target, in microseconds since the first one. */
  private static List<Long> arrivals(RunSpec spec, BiConsumer<Run, VirtualClock> with)
      throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    VirtualClock clock = new VirtualClock();
    Run run = Run.prepare(spec, Drivers.of(target), List.of(), clock);
    with.accept(run, clock);
    run.execute();
    List<Long> micros = new ArrayList<>();
    long firstNanos = target.sent().getFirst().atNanos();
    target.sent().forEach(sent -> micros.add((sent.atNanos() - firstNanos) / 1_000));
    return micros;
  }

  private static List<Long> arrivals(String arrivals, String rate, String seed) throws Exception {
    return arrivals(resolved(arrivals, rate, seed), (_, _) -> {});
  }

  @Test
  void operationsArriveWithTheGapsOfAUsersClass() throws Exception {
    List<Long> micros = arrivals("custom(groups, 4)", "1000", "1");
    // The last group would be due when the measurement ends.
    assertThat(micros).hasSize(1_996);
    assertThat(micros.subList(0, 6)).containsExactly(0L, 0L, 0L, 0L, 4_000L, 4_000L);
  }

  @Test
  void aShapeOfTheRateStretchesTheGapsOfAUsersClass() throws Exception {
    List<Long> micros = arrivals("custom(groups, 2)", "steps(100,900,1000,1s)", "1");
    assertThat(micros).hasSize(1_098);
    assertThat(micros.subList(0, 3)).containsExactly(0L, 0L, 20_000L);
    assertThat(micros.get(1_097) - micros.get(1_095)).isEqualTo(2_000);
  }

  @Test
  void aLiveChangeOfTheRateDoesNotRestartTheProcess() throws Exception {
    RunSpec spec = resolved("custom(groups, 4)", "1000", "1");
    // A change in the middle of a gap: the remaining half takes ten times as long.
    long changeNanos = 1_002_000_000L;
    List<Long> micros =
        arrivals(
            spec,
            (run, clock) ->
                clock.schedule(
                    clock.nanoTime() + changeNanos,
                    () -> run.change(withRate(run.parameters(), 100), "test")));
    long before = micros.stream().filter(at -> at <= 996_000L).count();
    assertThat(before).isEqualTo(1_000);
    assertThat(micros.subList(1_000, 1_005))
        .containsExactly(1_018_000L, 1_018_000L, 1_018_000L, 1_018_000L, 1_058_000L);
  }

  @Test
  void theSeedDecidesWhatAUsersClassDraws() throws Exception {
    List<Long> once = arrivals("custom(coins)", "1000", "1");
    assertThat(arrivals("custom(coins)", "1000", "1")).isEqualTo(once);
    assertThat(arrivals("custom(coins)", "1000", "2")).isNotEqualTo(once);
  }

  @ParameterizedTest
  @CsvSource({
    "-0.1, custom(says) returned the gap -0.1",
    "NaN, custom(says) returned the gap NaN",
    "Infinity, custom(says) returned the gap Infinity",
    "nothing, custom(says) failed: java.lang.IllegalStateException: out of ideas"
  })
  void anInvalidGapEndsTheRunWithTheNameOfTheClass(String gap, String sentence) {
    assertThatThrownBy(() -> arrivals("custom(says," + gap + ")", "1000", "1"))
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "custom(group,2)     | did you mean 'groups'?), was 'custom(group,2)'",
        "custom(groups,many) | must have arguments that the class accepts: For input string",
        "custom(groups)      | must have arguments that the class accepts: Index 0",
        "custom()            | arrivals: must be custom(name,…)",
        "costum(groups)      | did you mean 'custom'?"
      })
  void errorsAreReportedBeforeAnyLoad(String text, String sentence) {
    assertThatThrownBy(() -> resolved(text, "1000", "1"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("arrivals: ")
        .hasMessageContaining(sentence);
  }

  @Test
  void equalTextsAreEqualProcesses() {
    assertThat(resolved("custom(groups, 4)", "1000", "1").parameters().arrivals())
        .isEqualTo(resolved("custom(groups,4)", "1000", "1").parameters().arrivals())
        .isNotEqualTo(resolved("custom(groups,5)", "1000", "1").parameters().arrivals());
  }

  private static Parameters withRate(Parameters old, double perSecond) {
    Lane lane = old.lanes().getFirst();
    return old.withLanes(List.of(new Lane(lane.name(), lane.mix(), perSecond, lane.workers())));
  }
}
