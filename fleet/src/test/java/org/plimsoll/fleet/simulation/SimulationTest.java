package org.plimsoll.fleet.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plimsoll.fleet.control.RunState;

/**
 * Whole fleets in virtual time, each with faults that follow from a seed. {@code
 * -Dplimsoll.simulation.seed=SEED} replays one of them.
 */
class SimulationTest {
  private static final String SEED = "plimsoll.simulation.seed";

  @Test
  void twoHundredFleetsKeepEveryPromise() {
    String only = System.getProperty(SEED);
    if (only == null) {
      assertThat(failures(0, 200)).isEmpty();
    } else {
      new Simulation(Long.parseLong(only)).run();
    }
  }

  @Tag("slow")
  @Test
  void tenThousandFleetsKeepEveryPromise() {
    assertThat(failures(1_000, 11_000)).isEmpty();
  }

  @Test
  void aSeedReplaysExactly() {
    for (long seed = 0; seed < 10; seed++) {
      Simulation one = new Simulation(seed);
      Simulation other = new Simulation(seed);
      one.run();
      other.run();
      assertThat(one.fleet().target().sent()).isEqualTo(other.fleet().target().sent());
      assertThat(one.told()).isEqualTo(other.told());
    }
  }

  @Test
  void runsFinishAndFaultsHappen() {
    int finished = 0;
    int faults = 0;
    for (long seed = 0; seed < 30; seed++) {
      Simulation simulation = new Simulation(seed);
      simulation.run();
      faults += simulation.told().size();
      SimNode node = simulation.fleet().alive().getFirst();
      if (Invariants.state(node.member().journal(SimRun.ID)) == RunState.FINISHED) {
        finished++;
        assertThat(simulation.fleet().target().sent()).isNotEmpty();
      }
    }
    assertThat(finished).isGreaterThan(15);
    assertThat(faults).isGreaterThan(30);
  }

  private static List<String> failures(long from, long to) {
    List<String> failures = new ArrayList<>();
    for (long seed = from; seed < to && failures.size() < 5; seed++) {
      Simulation simulation = new Simulation(seed);
      try {
        simulation.run();
      } catch (AssertionError | RuntimeException e) {
        failures.add("-D" + SEED + "=" + seed + ": " + e + " after " + simulation.told());
      }
    }
    return failures;
  }
}
