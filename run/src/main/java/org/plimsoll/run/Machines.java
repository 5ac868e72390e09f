package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.plimsoll.analysis.verdict.Evidence;
import org.plimsoll.run.second.Machine;

/** The resources that each generator used in a period, by number. */
record Machines(SortedMap<Integer, Machine> byGenerator) {
  /** An instance without generators. */
  static final Machines NONE = new Machines(new TreeMap<>());

  /** Returns the sum with the resources of a later period. */
  Machines then(Machines next) {
    SortedMap<Integer, Machine> sum = new TreeMap<>(byGenerator);
    next.byGenerator.forEach((number, its) -> sum.merge(number, its, Machine::then));
    return new Machines(sum);
  }

  /** Returns the sum of all machines. */
  Machine together() {
    return byGenerator.values().stream().reduce(Machine::beside).orElse(Machine.IDLE);
  }

  /** Returns the longest time for which a pacer was ready to run and waited for a processor. */
  long pacerWaitNanosMost() {
    return byGenerator.values().stream().mapToLong(Machine::pacerWaitNanos).max().orElse(0);
  }

  /** Converts the resources to the evidence for a verdict. */
  List<Evidence.Machine> evidence() {
    if (byGenerator.isEmpty()) {
      return List.of(evidence("", Machine.IDLE));
    }
    boolean isOne = byGenerator.size() == 1;
    List<Evidence.Machine> all = new ArrayList<>();
    byGenerator.forEach((number, its) -> all.add(evidence(isOne ? "" : number.toString(), its)));
    return all;
  }

  private static Evidence.Machine evidence(String generator, Machine its) {
    return new Evidence.Machine(
        generator,
        its.processors(),
        its.cpuNanos(),
        its.ticks().busyShare(),
        its.ticks().stealShare(),
        its.throttledNanos(),
        its.pauses(),
        its.pacerWaitNanos());
  }
}
