package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.FillRanges;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Tests a fill whose keys are granted range by range, in virtual time. */
class FillsOfAFleetTest {
  private static final int KEYS = 5_000;
  private static final int RANGE = 512;

  /** The ranges of a fill, which several generators take one after another. */
  private static final class Granted implements FillRanges {
    private final Deque<FillRange> left = new ArrayDeque<>();
    private final List<FillRange> whole = new ArrayList<>();
    private int most = Integer.MAX_VALUE;

    Granted(long from, long to) {
      for (long at = from; at < to; at += RANGE) {
        left.add(new FillRange(at, Math.min(to, at + RANGE), false));
      }
    }

    @Override
    public void next(Consumer<@Nullable FillRange> to) {
      to.accept(most-- > 0 ? left.pollFirst() : null);
    }

    @Override
    public void ended(FillRange range, long position) {
      if (position == range.to()) {
        whole.add(range);
      } else {
        left.addFirst(new FillRange(position, range.to(), true));
      }
    }
  }

  private final Map<String, String> values =
      new HashMap<>(Map.of("seed", "5", "keys", "" + KEYS, "fill", "all", "fill-workers", "8"));
  private final Granted ranges = new Granted(0, KEYS);

  private WatchedDriver fill(int generator, Consumer<Stage> with) throws Exception {
    VirtualClock clock = new VirtualClock();
    WatchedDriver driver = WatchedDriver.counting();
    ScriptedSeat seat = new ScriptedSeat(generator, FleetRuns.table(1, 1));
    seat.ranges(fill -> ranges);
    Drivers drivers = Drivers.of(driver);
    RunSpec spec = RunResolver.resolveFill(RunRequest.of(FleetRuns.TARGET, values), drivers).spec();
    Run run = Run.prepare(spec, drivers, List.of(), clock, RunGuard.NONE, seat);
    with.accept(new Stage(clock, seat, run));
    Summary summary = run.execute();
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    return driver;
  }

  private record Stage(VirtualClock clock, ScriptedSeat seat, Run run) {}

  private static List<Long> inserted(WatchedDriver driver) {
    return driver.sent().stream()
        .filter(each -> each.type().equals("insert") && each.key() < KEYS)
        .map(WatchedDriver.Sent::key)
        .toList();
  }

  private static List<Long> keys(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2000"})
  void generatorsWriteEachKeyOnceWithTheSameRows(String rate) throws Exception {
    values.put("fill-rate", rate);
    values.values().removeIf(String::isEmpty);
    ranges.most = 4;
    WatchedDriver first = fill(0, stage -> {});
    ranges.most = Integer.MAX_VALUE;
    WatchedDriver second = fill(1, stage -> {});

    assertThat(inserted(first)).containsExactlyInAnyOrderElementsOf(keys(0, 4 * RANGE));
    assertThat(inserted(second)).containsExactlyInAnyOrderElementsOf(keys(4 * RANGE, KEYS));
    assertThat(ranges.whole).hasSize(10);
    assertThat(rows(first, second)).isEqualTo(rows(alone()));
  }

  private WatchedDriver alone() throws Exception {
    WatchedDriver driver = WatchedDriver.counting();
    Drivers drivers = Drivers.of(driver);
    RunSpec spec = RunResolver.resolveFill(RunRequest.of(FleetRuns.TARGET, values), drivers).spec();
    Summary _ = Run.prepare(spec, drivers, List.of(), new VirtualClock()).execute();
    return driver;
  }

  private static Set<String> rows(WatchedDriver... drivers) {
    Set<String> rows = new TreeSet<>();
    for (WatchedDriver driver : drivers) {
      rows.addAll(
          driver.sent().stream()
              .map(each -> each.type() + each.key() + " " + each.row())
              .collect(Collectors.toSet()));
    }
    return rows;
  }

  @Test
  void aRateAndWorkersOfAFillAreSplit() throws Exception {
    values.put("fill-rate", "2000");
    List<Long> times =
        fill(0, stage -> {}).sent().stream().map(WatchedDriver.Sent::atNanos).toList();

    long seconds = (times.getLast() - times.getFirst()) / 1_000_000_000L;
    assertThat(seconds).as("5,000 keys at half of 2,000 a second").isBetween(4L, 5L);
  }

  /** A generator that lost its right gives its range back; whoever gets it reads first. */
  @Test
  void aRangeThatWasLostIsWrittenByAnotherWithoutWritingAKeyTwice() throws Exception {
    List<Long> lost =
        inserted(
            fill(
                0,
                stage -> {
                  stage.clock().schedule(200_000_000L, () -> ranges.most = 0);
                  stage
                      .clock()
                      .schedule(
                          200_000_000L,
                          () -> stage.seat().shares().allow(Shares.NEVER, 200_000_000L));
                }));

    assertThat(lost).hasSizeBetween(700, 900).doesNotHaveDuplicates();
    assertThat(ranges.left.getFirst().onlyMissing()).isTrue();
    ranges.most = Integer.MAX_VALUE;
    WatchedDriver driver = fill(1, stage -> {});
    List<Long> rest = inserted(driver);
    FillRange again = ranges.whole.get(1);
    assertThat(again.onlyMissing()).isTrue();
    List<Long> all = new ArrayList<>(lost);
    all.addAll(keys(again.from(), again.to()));
    all.addAll(rest);
    assertThat(all)
        .as("written, or found by the read: the simulated target finds every key")
        .containsExactlyInAnyOrderElementsOf(keys(0, KEYS));
    assertThat(
            driver.sent().stream()
                .filter(each -> each.type().equals("read") && each.key() < KEYS)
                .map(WatchedDriver.Sent::key)
                .toList())
        .as("the rest of that range is read first")
        .containsExactlyInAnyOrderElementsOf(keys(again.from(), again.to()));
  }

  @Test
  void aStopGivesTheRangeBack() throws Exception {
    List<Long> written =
        inserted(fill(0, stage -> stage.clock().schedule(200_000_000L, stage.run()::stop)));

    assertThat(written).hasSizeBetween(700, 900);
    assertThat(ranges.left.getFirst()).isEqualTo(new FillRange(written.size(), 2 * RANGE, true));
  }
}
