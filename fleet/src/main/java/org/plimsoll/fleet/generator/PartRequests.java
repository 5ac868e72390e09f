package org.plimsoll.fleet.generator;

import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.JournalEntry.FillSwitched;
import org.plimsoll.fleet.control.Scope;
import org.plimsoll.run.FleetRequests;
import org.plimsoll.run.RunScopes;

/** What the callers of a run on this node ask of its fleet. Thread-safe. */
final class PartRequests implements FleetRequests {
  private final String run;
  private final FleetCalls calls;
  private final Supplier<PartScopes> scopes;
  private final BooleanSupplier isFirst;

  /**
   * @param scopes what is set now
   * @param isFirst whether this generator is the first one that takes part
   */
  PartRequests(String run, FleetCalls calls, Supplier<PartScopes> scopes, BooleanSupplier isFirst) {
    this.isFirst = isFirst;
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
    return isFirst.getAsBoolean();
  }

  @Override
  public RunScopes view() {
    return scopes.get().view();
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
