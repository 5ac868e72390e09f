package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Tests which errors are reported as invalid settings, and which as an unavailable target. */
class RefusedTargetsTest extends VirtualRuns {
  private static final String SENTENCE = "service: must not go with stall-for, was '1ms'";

  @Test
  void aRefusalOfADriverAtOpeningIsInvalidInput() {
    Driver driver = new Refusing(new IllegalArgumentException(SENTENCE), List.of());

    assertThatThrownBy(() -> run(driver, "refusing:", Map.of(), run -> {}))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(SENTENCE);
  }

  @Test
  void aNumberFormatErrorOfTheTargetIsNotInvalidInput() {
    Driver driver = new Refusing(new NumberFormatException("version ?.1"), List.of());

    assertThatThrownBy(() -> run(driver, "refusing:", Map.of(), run -> {}))
        .isInstanceOf(TargetUnavailableException.class)
        .hasMessage("version ?.1");
  }

  @Test
  void aMissingPartIsReportedBeforeAnythingIsOpened() {
    Driver driver =
        new Refusing(new IllegalStateException("opened"), List.of(Setting.target("store", null)));

    assertThatThrownBy(
            () -> RunResolver.resolve(RunRequest.of("refusing:", Map.of()), Drivers.of(driver)))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(
            "store: must be the URI of a target such as redis://127.0.0.1:6379, is missing");
  }

  @Test
  void aDriverThatWritesWholeRowsRefusesPartialUpdates() {
    Driver driver = new Refusing(new IllegalStateException("opened"), List.of());
    Map<String, String> values = Map.of("fields", "10", "update-fields", "1");

    assertThatThrownBy(
            () -> RunResolver.resolve(RunRequest.of("refusing:", values), Drivers.of(driver)))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(
            "update-fields: must be all or fields (10), because refusing writes whole rows with"
                + " these settings, was '1'");
  }

  /** A driver that cannot open any target. */
  private record Refusing(RuntimeException why, List<Setting<?>> settings) implements Driver {
    @Override
    public String name() {
      return "refusing";
    }

    @Override
    public String description() {
      return "opens nothing";
    }

    @Override
    public Set<OperationType> operations() {
      return Set.of(OperationType.READ, OperationType.UPDATE);
    }

    @Override
    public Client open(DriverContext context) {
      throw why;
    }
  }
}
