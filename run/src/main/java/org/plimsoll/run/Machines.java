package org.plimsoll.run;

import java.util.SortedMap;
import java.util.TreeMap;
import org.plimsoll.analysis.verdict.Evidence;
import org.plimsoll.run.second.Machine;

/** What each generator used in a period, by its number. */
record Machines(SortedMap<Integer, Machine> byGenerator) {
  /** No generator. */
  static final Machines NONE = new Machines(new TreeMap<>());

  /** The sum with those of a later period. */
  Machines then(Machines next) {
    SortedMap<Integer, Machine> sum = new TreeMap<>(byGenerator);
    next.byGenerator.forEach((number, its) -> sum.merge(number, its, Machine::then));
    return new Machines(sum);
  }

  /** All machines as one. */
  Machine together() {
    return byGenerator.values().stream().reduce(Machine::beside).orElse(Machine.IDLE);
  }

  /** The longest time for which one pacer was ready to run and waited for a processor. */
  long pacerWaitNanosMost() {
    return byGenerator.values().stream().mapToLong(Machine::pacerWaitNanos).max().orElse(0);
  }

  /** As a verdict takes it. */
  Evidence.Machine evidence() {
    Machine all = together();
    return new Evidence.Machine(
        all.processors(),
        all.cpuNanos(),
        all.ticks().busyShare(),
        all.ticks().stealShare(),
        all.throttledNanos(),
        all.pauses(),
        all.pacerWaitNanos());
  }
}
