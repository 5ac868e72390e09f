package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.Setting;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.settings.LoadSettings;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.WorkloadSettings;
import org.plimsoll.settings.text.PerOperation;

class ParameterListenersTest extends VirtualRuns {
  private static final RunRequest TWO =
      RunRequest.of("sim:?service=constant(1ms)", Map.of("for", "5s", "warmup", "0", "keys", "10k"))
          .withScenarios("search/rate=100", "checkout/rate=200");

  @Test
  void aListenerGetsTypedValuesOnceTheyAreInForce() throws Exception {
    List<ParameterChange<Long>> keys = new ArrayList<>();
    List<String> rates = new ArrayList<>();
    steered(
        TWO,
        control -> {
          Runnable _ =
              control.onChange(
                  WorkloadSettings.KEYS,
                  change -> {
                    assertThat(control.run().parameters("search").workload().keys().count())
                        .isEqualTo(change.after());
                    keys.add(change);
                  });
          Runnable _ =
              control.onChange(
                  LoadSettings.RATE,
                  change -> {
                    PerOperation<RateSpec> after = known(change.after());
                    rates.add(change.scenario() + " " + after + " by " + change.who());
                  });
          at(1_000, () -> control.change(Map.of("keys", "50"), "ada"));
          at(2_000, () -> control.change(Map.of("scenario/search/rate", "300"), "bob"));
        });

    assertThat(keys)
        .containsExactly(
            new ParameterChange<>(WorkloadSettings.KEYS, "keys", null, 10_000L, 50L, "ada"));
    assertThat(rates).singleElement().asString().startsWith("search ").endsWith(" by bob");
  }

  @Test
  void aListenerOfADriverSettingIsNotifiedUntilItIsRemoved() throws Exception {
    @SuppressWarnings("unchecked")
    Setting<Distribution> service =
        (Setting<Distribution>)
            new SimDriver()
                .settings().stream()
                    .filter(setting -> setting.name().equals("service"))
                    .findFirst()
                    .orElseThrow();
    List<Distribution> seen = new ArrayList<>();
    steered(
        TWO,
        control -> {
          Runnable end = control.onChange(service, change -> seen.add(known(change.after())));
          at(1_000, () -> control.change(Map.of("set.service", "constant(2ms)"), "ada"));
          at(2_000, end);
          at(3_000, () -> control.change(Map.of("set.service", "constant(3ms)"), "ada"));
        });

    assertThat(seen).containsExactly(DistributionText.parseDuration("constant(2ms)"));
  }

  @Test
  void aFailedListenerIsAWarningAndTheChangeRemains() throws Exception {
    steered(
        TWO,
        control -> {
          Runnable _ =
              control.onChange(
                  WorkloadSettings.KEYS,
                  change -> {
                    throw new IllegalStateException("no " + change.after());
                  });
          at(1_000, () -> control.change(Map.of("keys", "50"), "ada"));
          at(
              2_000,
              () ->
                  assertThat(control.run().parameters("search").workload().keys().count())
                      .isEqualTo(50));
        });

    assertThat(warnings())
        .containsExactly("a listener of keys failed: java.lang.IllegalStateException: no 50");
  }
}
