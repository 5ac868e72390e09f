package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.engine.spec.Scope;

/** A fleet of which a generator must ask nothing, except for what a test allows. */
abstract class NoRequests implements FleetRequests {
  private static UnsupportedOperationException unexpected() {
    return new UnsupportedOperationException("the test does not expect this request");
  }

  @Override
  public void change(Map<String, @Nullable String> texts, String who, String scope) {
    throw unexpected();
  }

  @Override
  public void changeSource(String source, Map<String, String> texts) {
    throw unexpected();
  }

  @Override
  public Map<String, String> liveTexts(String scope) {
    return Map.of();
  }

  @Override
  public List<Map<String, String>> outcomes(Map<String, @Nullable String> texts, String scope) {
    return List.of(Map.of());
  }

  @Override
  public Set<Integer> generators() {
    return Set.of(0, 1);
  }

  @Override
  public void order(StepOrder order) {
    throw unexpected();
  }

  @Override
  public void tried(Trial trial) {
    throw unexpected();
  }

  @Override
  public void end() {
    throw unexpected();
  }

  @Override
  public RunScopes view() {
    return RunScopes.NONE;
  }

  @Override
  public void place(List<Scope> nodes, String who) {
    throw unexpected();
  }

  @Override
  public void switchFill(boolean isOn, String who, String scope) {
    throw unexpected();
  }

  @Override
  public void filledDuringLoad(int firstNumber) {
    throw unexpected();
  }
}
