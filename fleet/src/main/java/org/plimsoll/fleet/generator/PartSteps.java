package org.plimsoll.fleet.generator;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.plimsoll.analysis.consistency.ConsistencyPart;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.run.FleetSeat.Step;

/**
 * Steps of a run that one generator does for all, and what each generator tells all others.
 * Thread-safe.
 */
final class PartSteps {
  private static final String OF = "-of-";

  private final String run;
  private final int generator;
  private final FleetCalls calls;
  private final PartRequests requests;
  private final PartIterations.Place place;

  PartSteps(
      String run,
      int generator,
      FleetCalls calls,
      PartRequests requests,
      PartIterations.Place place) {
    this.run = run;
    this.generator = generator;
    this.calls = calls;
    this.requests = requests;
    this.place = place;
  }

  /** Performs a step if this generator is the first one that is left, and returns its result. */
  String once(String name, Step own) throws TargetUnavailableException, InterruptedException {
    place.require(() -> result(name).isPresent() || requests.isFirst());
    if (result(name).isEmpty()) {
      calls.ask(new Command.Done(run, name, own.perform()));
      place.require(() -> result(name).isPresent());
    }
    return result(name).orElseThrow();
  }

  private Optional<String> result(String name) {
    return place.read(journal -> journal.step(name));
  }

  /**
   * Tells what this generator has found, and waits for all that have a share. Who has none any more
   * tells, and does not wait: the others may send for weeks.
   */
  List<ConsistencyPart> gather(ConsistencyPart part) throws InterruptedException {
    String own = ToldConsistency.of(part);
    calls.ask(new Command.Done(run, ToldConsistency.NAME + OF + generator, own));
    place.await(() -> place.read(this::hasAll));
    SortedMap<Integer, String> all = place.read(PartSteps::told);
    return ToldConsistency.read(
        all.containsKey(generator)
            ? all.values().stream().filter(each -> !each.isEmpty()).toList()
            : List.of(own));
  }

  /** The run has failed here, so that nobody is to wait for what this generator would find. */
  void failed() {
    calls.ask(new Command.Done(run, ToldConsistency.NAME + OF + generator, ""));
  }

  private boolean hasAll(PartJournal journal) {
    SortedMap<Integer, String> told = told(journal);
    return told.containsKey(generator)
        && (!journal.sending().contains(generator) || told.keySet().containsAll(journal.sending()));
  }

  /** What was told, by generator. */
  private static SortedMap<Integer, String> told(PartJournal journal) {
    String start = ToldConsistency.NAME + OF;
    SortedMap<Integer, String> told = new TreeMap<>();
    journal
        .steps(start)
        .forEach(
            (step, result) -> told.put(Integer.parseInt(step.substring(start.length())), result));
    return told;
  }
}
