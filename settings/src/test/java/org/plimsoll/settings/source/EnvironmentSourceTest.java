package org.plimsoll.settings.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Setting;
import org.plimsoll.settings.RunSettings;

@NullMarked
class EnvironmentSourceTest {
  private static final List<String> PATHS =
      List.of("rate", "key-distribution", "scenario/Check-out/rate", "set.max-throughput");

  @Test
  void aVariableIsThePathInUpperCase() {
    EnvironmentSource read =
        EnvironmentSource.of(
            Map.of(
                "PLIMSOLL_RATE", "5k",
                "PLIMSOLL_KEY_DISTRIBUTION", " zipfian(0.99)\n",
                "PLIMSOLL_SCENARIO_CHECK_OUT_RATE", "3",
                "PLIMSOLL_SET_MAX_THROUGHPUT", "9k",
                "RATE", "7",
                "PATH", "/bin"),
            PATHS);

    assertThat(read.texts())
        .isEqualTo(
            Map.of(
                "rate", "5k",
                "key-distribution", "zipfian(0.99)",
                "scenario/Check-out/rate", "3",
                "set.max-throughput", "9k"));
    assertThat(read.warning()).isEmpty();
  }

  @Test
  void unknownParametersAreOneWarningWithTheNearestName() {
    EnvironmentSource read =
        EnvironmentSource.of(
            Map.of("PLIMSOLL_RAET", "5k", "PLIMSOLL_PORT_8080_TCP", "x", "PLIMSOLL_RATE", ""),
            PATHS);

    assertThat(read.texts()).isEmpty();
    assertThat(read.warning())
        .hasValue(
            "environment: PLIMSOLL_PORT_8080_TCP, PLIMSOLL_RAET (did you mean PLIMSOLL_RATE?) are"
                + " no parameters");
  }

  @Test
  void anAmbiguousVariableIsRefused() {
    assertThatThrownBy(() ->
            EnvironmentSource.of(
                Map.of("PLIMSOLL_SCENARIO_A_B_RATE", "5"),
                List.of("scenario/a-b/rate", "scenario/a_b/rate")))
        .hasMessage(
            "PLIMSOLL_SCENARIO_A_B_RATE is ambiguous: it can set scenario/a-b/rate or"
                + " scenario/a_b/rate. Unset it, and use an option or the spec file.");
  }

  @Test
  void noParameterHasAVariableOfTheLauncher() {
    assertThat(RunSettings.all().map(Setting::name).map(EnvironmentSource::variable))
        .hasSizeGreaterThan(50)
        .doesNotHaveDuplicates()
        .doesNotContainAnyElementsOf(EnvironmentSource.LAUNCHERS);
    assertThat(
            EnvironmentSource.of(
                    Map.of("PLIMSOLL_OPTS", "-Xmx4g", "PLIMSOLL_BUILD", "off"), List.of("ops"))
                .warning())
        .isEmpty();
  }
}
