package org.plimsoll.report.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Floor;
import org.plimsoll.result.Interval.Percentiles;
import org.plimsoll.result.MachineFacts;

/** Renders the best timing precision of a generator on a machine, for the terminal. */
public final class FloorText {
  /** Lag disturbs a percentile if the lag is more than a tenth of the percentile. */
  private static final double OF_A_PERCENTILE = 10;

  private static final String INDENT = " ".repeat(18);

  private FloorText() {}

  /** Renders lines that fit the screen. */
  public static String of(Floor floor, Screen screen) {
    List<String> lines = new ArrayList<>();
    MachineFacts machine = floor.machine();
    StringBuilder what = new StringBuilder();
    what.append(machine.processors())
        .append(machine.processors() == 1 ? " processor" : " processors");
    if (machine.memoryBytes() > 0) {
      what.append(", ").append(Figures.bytes((double) machine.memoryBytes())).append(" memory");
    }
    what.append(", heap ").append(Figures.bytes((double) machine.heapMaxBytes()));
    if (!machine.clockSource().isEmpty()) {
      what.append(", ").append(machine.clockSource());
    }
    if (!machine.governor().isEmpty()) {
      what.append(", ").append(machine.governor());
    }
    lines.add("machine           " + what);
    lines.add("timer is late     " + percentiles(floor.timerLateNanos()));
    lines.add("thread wakes in   " + percentiles(floor.wakeUpNanos()));
    lines.add("reading the clock " + Figures.duration(floor.clockReadNanos()));
    lines.add("recording         " + Figures.duration(floor.recordNanos()) + " per answer");
    lines.add(
        "generator alone   "
            + Figures.shortRate(floor.operationsPerSecond())
            + " operations/s, closed, "
            + (machine.processors() == 1 ? "1 worker" : machine.processors() + " workers"));
    lines.add("CPU stolen        " + Figures.percent(floor.stealShare()) + " of the processors");
    lines.add("CPU busy          " + Figures.percent(floor.busyShare()) + ", including this test");
    lines.add("");
    lines.add(
        "The lag of this machine is less than a tenth of a p99 from "
            + Figures.duration(OF_A_PERCENTILE * floor.timerLateNanos().p99())
            + " on.");
    return lines.stream()
        .flatMap(line -> screen.wrap(line, INDENT).stream())
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String percentiles(Percentiles nanos) {
    return "p50 %s, p99 %s, max %s"
        .formatted(
            Figures.duration(nanos.p50()),
            Figures.duration(nanos.p99()),
            Figures.duration(nanos.max()));
  }
}
