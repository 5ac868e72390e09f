package org.plimsoll.fleet.generator;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.JournalEntry.FillSwitched;
import org.plimsoll.run.FleetRequests;
import org.plimsoll.run.RunScopes;
import org.plimsoll.run.StepOrder;

/** The requests from a run on this node to the fleet. Thread-safe. */
final class PartRequests implements FleetRequests {
  /** The origin of changes that a search makes to its load. */
  private static final String SEARCH = "the search";

  private final String run;
  private final FleetCalls calls;
  private final Supplier<PartScopes> scopes;
  private final Supplier<Set<Integer>> generators;
  private final int own;

  /**
   * @param scopes current parameters by scope
   * @param generators current generators of the run
   * @param own number of this generator
   */
  PartRequests(
      String run,
      FleetCalls calls,
      Supplier<PartScopes> scopes,
      Supplier<Set<Integer>> generators,
      int own) {
    this.generators = generators;
    this.own = own;
    this.run = run;
    this.calls = calls;
    this.scopes = scopes;
  }

  @Override
  public void change(Map<String, @Nullable String> texts, String who, String scope) {
    calls.require(
        new Command.Change(
            run, scopes.get().scope(scope), who, PartScopes.set(texts), PartScopes.cleared(texts)));
  }

  @Override
  public void changeSource(String source, Map<String, String> texts) {
    Map<String, String> told = Map.of(ToldSource.path(source), ToldSource.text(source, texts));
    calls.require(new Command.Change(run, Scope.FLEET, source, told, List.of()));
  }

  @Override
  public Map<String, String> liveTexts(String scope) {
    PartScopes now = scopes.get();
    return now.texts(now.scope(scope));
  }

  @Override
  public List<Map<String, String>> outcomes(Map<String, @Nullable String> texts, String scope) {
    PartScopes now = scopes.get();
    return now.outcomes(texts, now.scope(scope));
  }

  @Override
  public boolean isFirst() {
    Set<Integer> all = generators();
    return all.contains(own) && all.stream().allMatch(each -> each >= own);
  }

  @Override
  public Set<Integer> generators() {
    return generators.get();
  }

  @Override
  public void order(StepOrder order) {
    Map<String, String> texts = Map.of(STEP, order.text());
    calls.ask(new Command.Change(run, Scope.FLEET, SEARCH, texts, List.of()));
  }

  @Override
  public void tried(Trial trial) {
    calls.ask(new Command.Done(run, ToldTrial.step(trial), ToldTrial.of(trial)));
  }

  @Override
  public void end() {
    calls.ask(new Command.Stop(run, SEARCH));
  }

  @Override
  public RunScopes view() {
    return scopes.get().view();
  }

  @Override
  public void place(List<Scope> nodes, String who) {
    calls.require(new Command.Place(run, nodes, who));
  }

  @Override
  public void switchFill(boolean isOn, String who, String scope) {
    calls.require(new Command.SwitchFill(run, scopes.get().scope(scope), isOn, who, 0));
  }

  @Override
  public void filledDuringLoad(int firstNumber) {
    long startedBy = FillSwitched.startedBy(firstNumber);
    calls.ask(new Command.SwitchFill(run, Scope.FLEET, false, "fleet", startedBy));
  }
}
