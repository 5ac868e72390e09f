package org.plimsoll.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunSettings;

class FindMaxTest {
  private static final long TRIAL = 10_000_000;
  private static final int WINDOWS = 2_500;

  @Test
  void aTrackerThatRunsForWeeksKeepsItsLatestWindowsAndEndsOnTime() {
    TuneSpec spec =
        new TuneSpec(
            TuneSpec.Method.TRACK,
            new TuneSpec.Levels(100, 200, 0.02),
            new TuneSpec.Trials(TRIAL, TRIAL),
            new TuneSpec.Ramp(1, 0.1),
            WINDOWS * TRIAL,
            0.01,
            new TuneSpec.Load(false, TRIAL, Integer.MAX_VALUE));
    List<Integer> heard = new ArrayList<>();
    FindMax search =
        new FindMax(spec, RunSettings.SLO.parse("mean<1s"), trial -> heard.add(trial.number()));
    IdleRig rig = new IdleRig(search);

    search.begin(rig);
    rig.runToTheEnd();

    assertThat(heard).hasSize(WINDOWS);
    assertThat(heard.getLast()).isEqualTo(WINDOWS);
    assertThat(search.trials()).hasSize(2_000);
    assertThat(search.trials().getLast().number()).isEqualTo(WINDOWS);
    assertThat(rig.stopped).isTrue();
  }

  @Test
  void whoTakesOverContinuesAfterTheTrialsThatItWasTold() {
    List<Trial> told = toldByFirst(3);
    FindMax second = ramp(_ -> {});
    IdleRig others = new IdleRig(second);

    told.forEach(others::hears);
    second.begin(others);

    assertThat(second.trials()).isEqualTo(told);
    assertThat(others.levels).containsExactly(400.0);
  }

  @Test
  void aResultOfTheFormerPilotThatArrivesLateTakesThePlaceOfItsRepetition() {
    List<Trial> told = toldByFirst(4);
    FindMax second = ramp(_ -> {});
    IdleRig others = new IdleRig(second);
    told.subList(0, 3).forEach(others::hears);
    second.begin(others);

    others.hears(told.getLast());
    while (others.levels.size() < 2) {
      others.runNext();
    }

    assertThat(second.trials()).isEqualTo(told);
    assertThat(others.levels).containsExactly(400.0, 500.0);
  }

  @Test
  void aTrialThatIsToldAgainCountsOnce() {
    List<Trial> told = toldByFirst(3);
    List<Trial> heard = new ArrayList<>();
    FindMax second = ramp(heard::add);
    IdleRig others = new IdleRig(second);

    told.forEach(others::hears);
    second.tried(others, told.getLast());

    assertThat(second.trials()).isEqualTo(told);
    assertThat(heard).isEqualTo(told);
  }

  private static List<Trial> toldByFirst(int trials) {
    List<Trial> told = new ArrayList<>();
    FindMax first = ramp(told::add);
    IdleRig rig = new IdleRig(first);
    first.begin(rig);
    while (told.size() < trials) {
      rig.runNext();
    }
    return told;
  }

  private static FindMax ramp(Consumer<Trial> listener) {
    TuneSpec spec =
        new TuneSpec(
            TuneSpec.Method.RAMP,
            new TuneSpec.Levels(100, 1_000, 0.02),
            new TuneSpec.Trials(TRIAL, TRIAL),
            new TuneSpec.Ramp(100, 0.1),
            0,
            0.01,
            new TuneSpec.Load(false, TRIAL, Integer.MAX_VALUE));
    List<SloSpec> objectives = RunSettings.SLO.parse("mean<1s");
    return new FindMax(spec, objectives, listener);
  }

  /** A run in which no operation is answered. */
  private static final class IdleRig implements Rig {
    private static final Map<OperationType, Totals> NOTHING = Map.of();

    private final Deque<Runnable> actions = new ArrayDeque<>();
    private final Deque<Long> times = new ArrayDeque<>();
    private final List<Double> levels = new ArrayList<>();
    private final Set<Integer> journal = new HashSet<>();
    private @Nullable Watcher watcher;
    private final Pilot pilot;
    private long fromNanos;
    private long nowNanos;
    private boolean stopped;

    IdleRig(Pilot pilot) {
      this.pilot = pilot;
    }

    void runToTheEnd() {
      while (!actions.isEmpty() && !stopped) {
        runNext();
      }
    }

    void runNext() {
      nowNanos = Math.max(nowNanos, times.remove());
      actions.remove().run();
    }

    private Reading reading() {
      return new Reading(nowNanos, 0, NOTHING, Map.of(), Map.of());
    }

    @Override
    public long nowNanos() {
      return nowNanos;
    }

    @Override
    public void at(long nanos, Runnable action) {
      times.add(nanos);
      actions.add(action);
    }

    @Override
    public void begin(Step step, Watcher its) {
      levels.add(step.level());
      watcher = its;
      fromNanos = nowNanos + step.settleNanos();
      at(
          fromNanos,
          () -> {
            its.begun(fromNanos, reading());
            at(nowNanos + step.partNanos(), () -> part(step, its));
          });
    }

    private void part(Step step, Watcher its) {
      its.part(reading());
      if (watcher == its) {
        at(nowNanos + step.partNanos(), () -> part(step, its));
      }
    }

    @Override
    public void leave() {
      Watcher its = Objects.requireNonNull(watcher);
      watcher = null;
      at(
          nowNanos,
          () -> {
            its.left(nowNanos, reading());
            its.ended(reading(), null);
          });
    }

    @Override
    public void event(String text) {}

    @Override
    public void tried(Trial trial) {
      hears(trial);
    }

    /** As the journal of a fleet, which has one result of each trial. */
    void hears(Trial trial) {
      if (journal.add(trial.number())) {
        pilot.tried(this, trial);
      }
    }

    @Override
    public void nominate(Summary summary) {}

    @Override
    public void stop() {
      stopped = true;
    }
  }
}
