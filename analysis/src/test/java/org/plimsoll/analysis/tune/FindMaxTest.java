package org.plimsoll.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Totals;
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
    IdleRig rig = new IdleRig();

    search.begin(rig);
    rig.runToTheEnd();

    assertThat(heard).hasSize(WINDOWS);
    assertThat(heard.getLast()).isEqualTo(WINDOWS);
    assertThat(search.trials()).hasSize(2_000);
    assertThat(search.trials().getLast().number()).isEqualTo(WINDOWS);
    assertThat(rig.stopped).isTrue();
  }

  /** A run in which no operation is answered. */
  private static final class IdleRig implements Rig {
    private final Deque<Runnable> actions = new ArrayDeque<>();
    private final Deque<Long> times = new ArrayDeque<>();
    private long nowNanos;
    private boolean stopped;

    void runToTheEnd() {
      while (!actions.isEmpty() && !stopped) {
        nowNanos = Math.max(nowNanos, times.remove());
        actions.remove().run();
      }
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
    public void load(double level) {}

    @Override
    public void idle(double levelBefore) {}

    @Override
    public int outstanding() {
      return 0;
    }

    @Override
    public void begin(String name, long atNanos) {}

    @Override
    public void leave(long atNanos) {}

    @Override
    public <T> T read(BiFunction<Map<OperationType, Totals>, Map<String, Long>, T> view) {
      return view.apply(Map.of(), Map.of());
    }

    @Override
    public @Nullable Summary end(long untilNanos, boolean isWhole) {
      return null;
    }

    @Override
    public void event(String text) {}

    @Override
    public void nominate(Summary summary) {}

    @Override
    public void stop() {
      stopped = true;
    }
  }
}
