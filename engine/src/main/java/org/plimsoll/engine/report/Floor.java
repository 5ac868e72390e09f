package org.plimsoll.engine.report;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.report.Interval.Percentiles;

/**
 * What this machine lets a generator do at best: a store's numbers near these are the machine's.
 *
 * @param timerLateNanos how late the pacer is, at 1,000 instants a second
 * @param wakeUpNanos from waking a thread that sleeps until it runs
 * @param clockReadNanos what reading the clock takes
 * @param recordNanos what recording an answer of an open load takes
 * @param operationsPerSecond of a store that answers at once, in a closed load
 * @param stealShare of the processors' time, what went to other machines meanwhile
 * @param busyShare and what was used, by anybody
 */
public record Floor(
    MachineFacts machine,
    Percentiles timerLateNanos,
    Percentiles wakeUpNanos,
    double clockReadNanos,
    double recordNanos,
    double operationsPerSecond,
    double stealShare,
    double busyShare) {
  /** A percentile is disturbed by lag of more than a tenth of it. */
  private static final double OF_A_PERCENTILE = 10;

  /** Lines of at most 80 columns. */
  public String text() {
    List<String> lines = new ArrayList<>();
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
    lines.add("timer is late     " + percentiles(timerLateNanos));
    lines.add("thread wakes in   " + percentiles(wakeUpNanos));
    lines.add("reading the clock " + Figures.duration(clockReadNanos));
    lines.add("recording         " + Figures.duration(recordNanos) + " an answer");
    lines.add(
        "generator alone   "
            + Figures.shortRate(operationsPerSecond)
            + " operations/s, closed, "
            + (machine.processors() == 1 ? "1 worker" : machine.processors() + " workers"));
    lines.add("stolen meanwhile  " + Figures.percent(stealShare) + " of the processors");
    lines.add("busy meanwhile    " + Figures.percent(busyShare) + ", this included");
    lines.add("");
    lines.add(
        "The lag of this machine is less than a tenth of a p99 from "
            + Figures.duration(OF_A_PERCENTILE * timerLateNanos.p99())
            + " on.");
    lines.replaceAll(line -> TerminalText.fit(line, TerminalText.COLUMNS));
    return String.join("\n", lines) + "\n";
  }

  private static String percentiles(Percentiles nanos) {
    return "p50 %s, p99 %s, max %s"
        .formatted(
            Figures.duration(nanos.p50()),
            Figures.duration(nanos.p99()),
            Figures.duration(nanos.max()));
  }
}
