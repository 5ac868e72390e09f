package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.LiveParameters.Parameter;
import org.plimsoll.settings.LiveParameters.RefusedException;
import org.plimsoll.settings.RunRequest;

class LiveParametersInVirtualTimeTest extends VirtualRuns {
  private static final Map<String, String> OPEN =
      Map.of("rate", "1000", "for", "10s", "warmup", "0", "mix", "read=80,update=20");

  private static RunRequest request(Map<String, String> values) {
    return RunRequest.of("sim:?service=constant(1ms)", values);
  }

  @Test
  void aChangeTakesEffectAtOnceAndIsReported() throws Exception {
    Summary summary =
        steered(
            request(OPEN),
            control -> at(5_000, () -> control.change(Map.of("rate", "4k", "keys", "50"), "ada")));

    assertThat(scheduledIn(4)).isCloseTo(1_000, within(1L));
    assertThat(scheduledIn(6)).isCloseTo(4_000, within(1L));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(changes())
        .contains(
            new RunEvent.Change("ada", "rate", "1000", "4k"),
            new RunEvent.Change("ada", "keys", "100k", "50"));
  }

  @Test
  void aChangeIsAllOrNothingAndEachInvalidPartIsNamed() throws Exception {
    steered(
        request(OPEN),
        control ->
            at(
                5_000,
                () -> {
                  RefusedException refused =
                      catchThrowableOfType(
                          RefusedException.class,
                          () ->
                              control.change(
                                  Map.of("rate", "4k", "mix", "all", "warmup", "1s", "kees", "1"),
                                  "ada"));
                  assertThat(refused.refusals())
                      .extracting(refusal -> refusal.path() + ": " + refusal.sentence())
                      .satisfiesExactlyInAnyOrder(
                          mix ->
                              assertThat(mix)
                                  .startsWith("mix: mix: must be weights")
                                  .endsWith("was 'all'"),
                          warmup ->
                              assertThat(warmup)
                                  .isEqualTo(
                                      "warmup: warmup: cannot change during a run, because"
                                          + " phases are"
                                          + " planned before the load, so that each operation"
                                          + " belongs to one of them, was '1s'"),
                          unknown ->
                              assertThat(unknown)
                                  .isEqualTo(
                                      "kees: kees is not a parameter of this run, did you mean"
                                          + " 'keys'?"));
                }));

    assertThat(scheduledIn(8)).isCloseTo(1_000, within(1L));
    assertThat(changes()).isEmpty();
  }

  @Test
  void conflictingValuesAreRefusedAsBeforeARun() throws Exception {
    steered(
        request(OPEN),
        control -> {
          at(2_000, () -> refused(control, "workers", "3", "model"));
          at(3_000, () -> refused(control, "mix", "raed=1", "mix: must name operations"));
          at(4_000, () -> refused(control, "keys", "0", "keys: must be"));
          at(5_000, () -> refused(control, "rate", "reads=1k", "rate: must name reads and writes"));
          at(6_000, () -> refused(control, "fields", "2", "fields: must be at most 1"));
        });

    assertThat(changes()).isEmpty();
    assertThat(scheduledIn(9)).isCloseTo(1_000, within(1L));
  }

  private static void refused(RunControl control, String path, String text, String sentence) {
    assertThatThrownBy(() -> control.change(Map.of(path, text), "ada"))
        .isInstanceOfAny(RefusedException.class, InvalidSpecException.class)
        .hasMessageContaining(sentence);
    assertThat(control.parameters().all())
        .filteredOn(each -> each.path().equals(path))
        .noneMatch(each -> text.equals(each.text()));
  }

  @Test
  void aMixGivesWayToRatesOfOperationsAndReturnsWithoutThem() throws Exception {
    Summary summary =
        steered(
            request(OPEN),
            control -> {
              at(3_000, () -> control.change(Map.of("rate", "read=700,update=600"), "ada"));
              at(6_000, () -> control.change(nothing("rate", "mix"), "ada"));
            });

    assertThat(scheduledIn(3)).isCloseTo(1_000, within(1L));
    assertThat(scheduledIn(5)).isCloseTo(1_300, within(1L));
    assertThat(scheduledIn(8)).isCloseTo(1_000, within(1L));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(summary.accounting().scheduled()).isCloseTo(7_000 + 3 * 1_300, within(4L));
    assertThat(answered(4, "update")).isCloseTo(600, within(2.0));
    assertThat(answered(9, "update")).isCloseTo(200, within(60.0));
  }

  @Test
  void theSidesOfAMixGetTheirOwnRates() throws Exception {
    Map<String, String> values = new HashMap<>(OPEN);
    values.put("mix", "read=30,scan=10,update=60");
    Summary summary =
        steered(
            request(values),
            control ->
                at(5_000, () -> control.change(Map.of("rate", "reads=2k,writes=100"), "ada")));

    assertThat(scheduledIn(5)).isCloseTo(1_000, within(1L));
    assertThat(scheduledIn(7)).isCloseTo(2_100, within(2L));
    assertThat(answered(8, "update")).isCloseTo(100, within(1.0));
    assertThat(answered(8, "read")).isCloseTo(1_500, within(100.0));
    assertThat(answered(8, "scan")).isCloseTo(500, within(100.0));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(changes())
        .contains(new RunEvent.Change("ada", "rate", "1000", "reads=2k,writes=100"));
  }

  @Test
  void theSidesOfAMixGetTheirOwnWorkers() throws Exception {
    Summary summary =
        steered(
            request(Map.of("workers", "4", "mix", "read=1,update=1", "for", "10s", "warmup", "0")),
            control -> {
              at(4_000, () -> control.change(Map.of("workers", "reads=3,writes=1"), "ada"));
              at(7_000, () -> control.change(Map.of("workers", "2"), "ada"));
            });

    assertThat(answered(6, "read")).isCloseTo(3_000, within(5.0));
    assertThat(answered(6, "update")).isCloseTo(1_000, within(5.0));
    assertThat(answered(9, "read") + answered(9, "update")).isCloseTo(2_000, within(5.0));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
  }

  @Test
  void fieldsOfRowsCanBecomeFewerAndReturn() throws Exception {
    Map<String, String> values = new HashMap<>(OPEN);
    values.putAll(Map.of("fields", "5", "mix", "update=1"));
    steered(
        request(values),
        control -> {
          at(3_000, () -> control.change(Map.of("fields", "uniform(1,2)"), "ada"));
          at(6_000, () -> control.change(Map.of("fields", "5"), "ada"));
        });

    assertThat(bytesIn(2)).isCloseTo(500_000, within(1_000.0));
    assertThat(bytesIn(5)).isBetween(135_000.0, 165_000.0);
    assertThat(bytesIn(8)).isCloseTo(500_000, within(1_000.0));
  }

  private double bytesIn(int second) {
    return intervals().get(second - 1).bytesPerSecond();
  }

  private double answered(int second, String operation) {
    return known(intervals().get(second - 1).figures().operations().get(operation))
        .throughputPerSecond();
  }

  private static Map<String, @Nullable String> nothing(String... paths) {
    Map<String, @Nullable String> nothing = new HashMap<>();
    for (String path : paths) {
      nothing.put(path, null);
    }
    return nothing;
  }

  @Test
  void nullRevertsAChange() throws Exception {
    steered(
        request(OPEN),
        control -> {
          at(3_000, () -> control.change(Map.of("rate", "4k"), "ada"));
          at(
              6_000,
              () -> {
                Map<String, @Nullable String> back = new HashMap<>();
                back.put("rate", null);
                control.change(back, "bob");
              });
        });

    assertThat(scheduledIn(5)).isCloseTo(4_000, within(1L));
    assertThat(scheduledIn(8)).isCloseTo(1_000, within(1L));
    assertThat(changes()).contains(new RunEvent.Change("bob", "rate", "4k", "1000"));
  }

  @Test
  void aSourceOverridesTheFileAndTheCommandLineOverridesIt() throws Exception {
    steered(
        request(OPEN),
        control ->
            at(
                5_000,
                () ->
                    control.takeOver("file limits.properties", Map.of("rate", "9k", "keys", "7"))));

    assertThat(scheduledIn(8)).isCloseTo(1_000, within(1L));
    assertThat(changes())
        .containsExactly(new RunEvent.Change("file limits.properties", "keys", "100k", "7"));
  }

  @Test
  void missingValuesOfASourceFallBackToTheLowerLayer() throws Exception {
    steered(
        request(OPEN),
        control -> {
          at(2_000, () -> control.takeOver("source", Map.of("keys", "7")));
          at(
              4_000,
              () -> {
                control.takeOver("source", Map.of());
                assertThat(parameter(control, "keys").text()).isEqualTo("100k");
                assertThat(parameter(control, "keys").origin()).isEqualTo("default");
              });
        });

    assertThat(changes()).hasSize(2);
  }

  @Test
  void aScenarioIsChangedByItsPath() throws Exception {
    RunRequest two =
        request(Map.of("for", "10s", "warmup", "0"))
            .withScenarios("search/rate=100", "checkout/rate=200");
    steered(
        two,
        control -> at(5_000, () -> control.change(Map.of("scenario/search/rate", "1100"), "ada")));

    assertThat(scheduledIn(3)).isCloseTo(300, within(1L));
    assertThat(scheduledIn(8)).isCloseTo(1_300, within(1L));
    assertThat(changes())
        .contains(new RunEvent.Change("ada", "scenario/search/rate", "100", "1100"));
  }

  @Test
  void aDriversSettingReachesTheDriver() throws Exception {
    steered(
        request(OPEN),
        control -> at(5_000, () -> control.change(Map.of("set.service", "constant(20ms)"), "ada")));

    assertThat(p99(4)).isLessThan(2_000_000);
    assertThat(p99(8)).isGreaterThan(19_000_000);
    assertThat(changes())
        .containsExactly(
            new RunEvent.Change("ada", "set.service", "constant(1ms)", "constant(20ms)"));
  }

  private long p99(int second) {
    return known(intervals().get(second - 1).figures().operations().get("all"))
        .responseNanos()
        .p99();
  }

  @Test
  void everyParameterIsListedWithItsOrigin() throws Exception {
    steered(
        request(OPEN),
        control -> {
          assertThat(parameter(control, "rate"))
              .satisfies(rate -> {
                assertThat(rate.text()).isEqualTo("1000");
                assertThat(rate.origin()).isEqualTo("program");
                assertThat(rate.isLive()).isTrue();
              });
          assertThat(parameter(control, "warmup").isLive()).isFalse();
          assertThat(parameter(control, "set.service").origin()).isEqualTo("target URI");
          at(
              5_000,
              () -> {
                control.change(Map.of("rate", "2k"), "ada");
                assertThat(parameter(control, "rate").origin()).isEqualTo("live (ada)");
              });
        });
  }

  private static Parameter parameter(RunControl control, String path) {
    List<Parameter> found =
        control.parameters().all().stream().filter(each -> each.path().equals(path)).toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }
}
