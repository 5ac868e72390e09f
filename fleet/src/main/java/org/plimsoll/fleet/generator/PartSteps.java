package org.plimsoll.fleet.generator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.plimsoll.analysis.consistency.ConsistencyPart;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.run.FleetSeat.Step;

/**
 * Executes steps on one generator on behalf of all, and shares results of each generator with the
 * others. Thread-safe.
 */
final class PartSteps {
  private static final String OF = "-of-";
  private static final String FACTS = "facts";

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

  /**
   * Executes a step if this generator has the lowest number, and returns the result of the step.
   */
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
   * Shares the results of this generator, and waits for those of all generators with a share. A
   * generator without a share does not wait, because the others may send for weeks.
   */
  List<ConsistencyPart> gather(ConsistencyPart part) throws InterruptedException {
    String own = ToldConsistency.of(part);
    calls.ask(new Command.Done(run, ToldConsistency.NAME + OF + generator, own));
    place.await(() -> place.read(this::hasAll));
    return place.read(PartSteps::told).containsKey(generator)
        ? consistency()
        : ToldConsistency.read(List.of(own));
  }

  /** Returns the consistency results that generators have shared so far. */
  List<ConsistencyPart> consistency() {
    return ToldConsistency.read(
        place.read(PartSteps::told).values().stream().filter(each -> !each.isEmpty()).toList());
  }

  /**
   * Shares the facts about the target if this generator has the lowest number. Does not wait until
   * the fleet has stored them, because no generator needs them.
   */
  void tellFacts(Supplier<Map<String, String>> own) {
    if (requests.isFirst()) {
      String text = ToldJson.MAPPER.writeValueAsString(own.get());
      calls.ask(new Command.Done(run, FACTS, text));
    }
  }

  /** Returns the facts about the target; empty before a generator has shared them. */
  Map<String, String> facts() {
    return result(FACTS)
        .map(text -> ToldJson.MAPPER.readValue(text, ToldJson.TEXTS))
        .orElse(Map.of());
  }

  /** Reports that the run has failed on this node, so that no generator waits for its results. */
  void failed() {
    calls.ask(new Command.Done(run, ToldConsistency.NAME + OF + generator, ""));
  }

  private boolean hasAll(PartJournal journal) {
    SortedMap<Integer, String> told = told(journal);
    return told.containsKey(generator)
        && (!journal.sending().contains(generator) || told.keySet().containsAll(journal.sending()));
  }

  /** Returns the shared results by generator. */
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
