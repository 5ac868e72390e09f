package org.plimsoll.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;

/**
 * Runs the generators of a fleet one after another, each in its own virtual time and against its
 * own target. They need no messages: what the fleet tells them is in a script.
 */
abstract class FleetRuns {
  static final String TARGET = "sim:?service=constant(1ms)";

  /** An operation that reached a target, at a time since the start of the iteration. */
  record Sent(long atNanos, String type, long key, int row) implements Comparable<Sent> {
    @Override
    public int compareTo(Sent other) {
      return Comparator.comparingLong(Sent::atNanos)
          .thenComparing(Sent::type)
          .thenComparingLong(Sent::key)
          .thenComparingInt(Sent::row)
          .compare(this, other);
    }
  }

  /**
   * What one generator did.
   *
   * @param inserted when the insert of each key was acknowledged, since the start
   */
  record Done(
      int generator,
      List<Sent> sent,
      Map<Long, Long> inserted,
      Summary summary,
      RunControl control,
      List<RunEvent> events) {}

  /** What the fleet tells one generator. */
  interface Script {
    void play(Stage stage);
  }

  /** A generator on which a script is played; times are in milliseconds since the start. */
  static final class Stage {
    private final VirtualClock clock;
    private final RunControl control;
    private final ScriptedSeat seat;
    private final long startNanos;

    Stage(VirtualClock clock, RunControl control, ScriptedSeat seat, long startNanos) {
      this.clock = clock;
      this.control = control;
      this.seat = seat;
      this.startNanos = startNanos;
    }

    RunControl control() {
      return control;
    }

    int generator() {
      return seat.shares().generator();
    }

    Shares shares() {
      return seat.shares();
    }

    Run run() {
      return control.run();
    }

    VirtualClock clock() {
      return clock;
    }

    void at(double millis, Runnable action) {
      clock.schedule(startNanos + nanos(millis), action);
    }

    /** Changes parameters at an instant, of which the generator is told earlier or later. */
    void change(double toldMillis, double fromMillis, Map<String, @Nullable String> values) {
      at(toldMillis, () -> control.change(values, "ada", nanos(fromMillis)));
    }

    /** Switches sides of the generator alone at an instant. */
    void sides(double toldMillis, double fromMillis, Switches own) {
      SeatedRun seated = control.run().seated(control::follow);
      at(toldMillis, () -> seated.switchSides(Switches.ON, own, "ada", nanos(fromMillis)));
    }
  }

  static long nanos(double millis) {
    return Math.round(millis * TimeUnit.MILLISECONDS.toNanos(1));
  }

  static RunRequest request(String settings) {
    return request(TARGET, settings);
  }

  static RunRequest request(String target, String settings) {
    Map<String, String> values =
        new HashMap<>(Map.of("seed", "5", "warmup", "0", "for", "2s", "keys", "1000"));
    for (String setting : settings.split(" +", -1)) {
      int equals = setting.indexOf('=');
      values.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    values.values().removeIf(String::isEmpty);
    return RunRequest.of(target, values);
  }

  /** A table by the weights of the generators 0, 1, 2 and so on. */
  static ShareTable table(int... weights) {
    Map<Integer, Integer> byGenerator = new TreeMap<>();
    IntStream.range(0, weights.length).forEach(i -> byGenerator.put(i, weights[i]));
    return ShareTable.of(byGenerator);
  }

  static Done alone(RunRequest request, Script script) throws Exception {
    return run(request, new ScriptedSeat(0, ShareTable.alone()), script);
  }

  static List<Done> together(RunRequest request, ShareTable table, Script script) throws Exception {
    return together(request, table, table.weights().size(), script);
  }

  /** Runs the generators 0 to {@code count - 1}, also those that have no share at the start. */
  static List<Done> together(RunRequest request, ShareTable table, int count, Script script)
      throws Exception {
    List<Done> all = new ArrayList<>();
    for (int generator = 0; generator < count; generator++) {
      all.add(run(request, new ScriptedSeat(generator, table), script));
    }
    return all;
  }

  static Done run(RunRequest request, ScriptedSeat seat, Script script) throws Exception {
    VirtualClock clock = new VirtualClock(1_000_000_007L * seat.shares().generator());
    WatchedDriver driver = WatchedDriver.counting();
    List<RunEvent> events = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void event(RunEvent event) {
            events.add(event);
          }
        };
    RunControl control =
        RunControl.prepare(
            request,
            RunRequest.empty(),
            Drivers.of(driver),
            List.of(listener),
            clock,
            RunGuard.NONE,
            seat);
    seat.onStart(startNanos -> script.play(new Stage(clock, control, seat, startNanos)));
    Summary summary = control.run().execute();
    long originNanos = seat.shares().originNanos();
    List<Sent> sent =
        driver.sent().stream()
            .map(
                each -> new Sent(each.atNanos() - originNanos, each.type(), each.key(), each.row()))
            .sorted()
            .toList();
    Map<Long, Long> inserted = new HashMap<>();
    driver.seen().stream()
        .filter(each -> each.type().equals(OperationType.INSERT) && each.succeeded())
        .forEach(each -> inserted.put(each.key(), each.endNanos() - originNanos));
    return new Done(seat.shares().generator(), sent, inserted, summary, control, events);
  }

  /** What all generators sent. */
  static List<Sent> union(List<Done> all) {
    return all.stream().flatMap(each -> each.sent().stream()).sorted().toList();
  }

  /** What is in the first list and not in the second; both are sorted. */
  static List<Sent> without(List<Sent> some, List<Sent> others) {
    List<Sent> left = new ArrayList<>(some);
    others.forEach(left::remove);
    return left;
  }

  static long scheduled(List<Done> all) {
    return all.stream().mapToLong(each -> each.summary().accounting().scheduled()).sum();
  }

  static long notSent(List<Done> all) {
    return all.stream().mapToLong(each -> each.summary().accounting().errors().notSent()).sum();
  }

  static void nothing(Stage stage) {}
}
