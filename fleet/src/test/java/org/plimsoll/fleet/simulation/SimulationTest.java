package org.plimsoll.fleet.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plimsoll.fleet.control.RunState;

/**
 * Whole fleets in virtual time, each with faults that follow from a seed. {@code
 * -Dplimsoll.simulation.seed=SEED} replays one of them.
 */
class SimulationTest {
  private static final String SEED = "plimsoll.simulation.seed";

  /** Seeds above those of each build that have failed once, by what had happened. */
  private static final List<Long> FAILED_ONCE =
      List.of(
          // A coordinator that came back after its removal took the members with it.
          4212L,
          4710L,
          4785L,
          5405L,
          10_523L,
          // A kill was lost when the node that knew of it was removed.
          2551L,
          // Nodes that were cut off followed a rate that the others did not know.
          5861L,
          9734L,
          // A node ended without a change that it had not heard of.
          1100L,
          // Most nodes were lost with what they knew.
          3312L,
          8946L,
          // A node that came back drained before it had the last parameters.
          1039L,
          7668L,
          // A coordinator that was cut off, or stopped and continued, moved shares by itself.
          42_432L,
          44_293L,
          // A change took effect after shares were moved and before they were used.
          3583L,
          // A node with an earlier rate was lost between a proposal and its move.
          41_727L,
          // The model's coordinator, which was paused, did not hear that nodes were removed.
          14_156L,
          63_529L,
          // All nodes that knew of a kill, or of the run, were lost.
          12_026L,
          27_292L,
          // The model's node did not count what it had passed before it heard of a lower rate.
          64_679L,
          // A node that was cut off took part with a number that was given to another node.
          37_168L,
          // Shares that a coordinator proposed while it was cut off had the number of later ones.
          69_543L);

  @Test
  void twoHundredFleetsKeepEveryPromise() {
    String only = System.getProperty(SEED);
    if (only == null) {
      assertThat(failures(LongStream.range(0, 200))).isEmpty();
    } else {
      new Simulation(Long.parseLong(only)).run();
    }
  }

  @Test
  void fleetsThatHaveFailedOnceKeepEveryPromise() {
    assertThat(failures(FAILED_ONCE.stream().mapToLong(Long::longValue))).isEmpty();
  }

  @Test
  void fleetsWithIterationsKeepEveryPromise() {
    assertThat(failures(LongStream.range(Simulation.ITERATING, Simulation.ITERATING + 40)))
        .isEmpty();
  }

  @Test
  void fleetsWhoseLoadsFailKeepEveryPromise() {
    assertThat(failures(LongStream.range(Simulation.FAILING, Simulation.FAILING + 100))).isEmpty();
  }

  @Tag("slow")
  @Test
  void fiveThousandFleetsWhoseLoadsFailKeepEveryPromise() {
    long first = Simulation.FAILING + 1_000;
    assertThat(failures(LongStream.range(first, first + 5_000))).isEmpty();
  }

  @Tag("slow")
  @Test
  void tenThousandFleetsKeepEveryPromise() {
    assertThat(failures(LongStream.range(1_000, 11_000))).isEmpty();
  }

  @Tag("slow")
  @Test
  void twoThousandFleetsWithIterationsKeepEveryPromise() {
    long first = Simulation.ITERATING + 1_000;
    assertThat(failures(LongStream.range(first, first + 2_000))).isEmpty();
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

  private static List<String> failures(LongStream seeds) {
    return seeds.mapToObj(SimulationTest::failure).flatMap(Optional::stream).limit(5).toList();
  }

  private static Optional<String> failure(long seed) {
    Simulation simulation = new Simulation(seed);
    try {
      simulation.run();
      return Optional.empty();
    } catch (AssertionError | RuntimeException e) {
      return Optional.of("-D" + SEED + "=" + seed + ": " + e + " after " + simulation.told());
    }
  }
}
