package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.settings.RunRequest;

/** Tests what a generator asks of its fleet when somebody changes parameters of it. */
class ChangesOfAFleetTest extends FleetRuns {
  private final List<Map<String, @Nullable String>> asked = new ArrayList<>();

  private final class Requests extends NoRequests {
    @Override
    public boolean isFirst() {
      return true;
    }

    @Override
    public void change(Map<String, @Nullable String> texts, String who, String scope) {
      asked.add(texts);
    }

    @Override
    public List<Map<String, String>> outcomes(Map<String, @Nullable String> texts, String scope) {
      return List.of(known(texts));
    }
  }

  private static Map<String, String> known(Map<String, @Nullable String> texts) {
    Map<String, String> known = new HashMap<>();
    texts.forEach((path, text) -> known.put(path, String.valueOf(text)));
    return known;
  }

  /** Allows up to 5,000 operations a second. */
  private static final class Slow implements RunGuard {
    @Override
    public void load(RunSpec spec) {
      String rate = String.valueOf(spec.identity().resolved().get("rate"));
      if (rate.equals("9k")) {
        throw new InvalidSpecException("rate: must be at most 5k on this server, was '9k'");
      }
    }
  }

  @Test
  void aChangeBeyondTheLimitsOfTheServerIsNotAskedOfTheFleet() {
    ScriptedSeat seat = new ScriptedSeat(0, table(1, 1));
    seat.sources(Map.of(), new Requests());
    try (RunControl control =
        RunControl.prepare(
            request("rate=500"),
            RunRequest.empty(),
            Drivers.of(new SimDriver()),
            List.of(),
            new VirtualClock(),
            new Slow(),
            seat)) {
      assertThatThrownBy(() -> control.change(Map.of("rate", "9k"), "ada"))
          .isInstanceOf(InvalidSpecException.class)
          .hasMessage("rate: must be at most 5k on this server, was '9k'");
      assertThat(asked).isEmpty();
      assertThat(control.change(Map.of("rate", "3k"), "ada")).hasSize(1);
      assertThat(asked).containsExactly(Map.of("rate", "3k"));
    }
  }
}
