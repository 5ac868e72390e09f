package org.plimsoll.fleet.generator;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.fleet.control.LocalRuns.Effective;
import org.plimsoll.result.EventKind;
import org.plimsoll.run.DirectedRun;
import org.plimsoll.run.FleetRequests;
import org.plimsoll.run.StepOrder;

/** Applies changes to a run on the thread of its generator. */
final class PartChanges {
  private final GeneratorPart part;
  private final Map<String, String> applied = new HashMap<>();
  private final Map<String, Map<String, String>> sources;
  private Switches fleetSides = Switches.ON;
  private Switches ownSides = Switches.ON;
  private String step = "";

  PartChanges(GeneratorPart part) {
    this.part = part;
    this.sources = new HashMap<>(part.sourceTexts());
  }

  /**
   * Applies a change.
   *
   * @param number number of the journal entry
   * @param values all values of this node after the change, by path
   */
  void apply(DirectedRun run, long number, long fromRunNanos, Map<String, Effective> values) {
    order(run, values.get(FleetRequests.STEP), fromRunNanos);
    String who = part.state().read(journal -> journal.who(number));
    Switches fleet = part.state().read(journal -> journal.fleetSides(number));
    Switches own = PartScopes.ownSides(values);
    if (!fleet.equals(fleetSides) || !own.equals(ownSides)) {
      fleetSides = fleet;
      ownSides = own;
      run.switchSides(fleet, own, who, fromRunNanos);
    }
    Map<String, Map<String, String>> changedSources =
        changedSources(ToldSource.effective(part.sourceTexts(), values));
    Map<String, @Nullable String> texts = differences(PartScopes.parameters(values));
    if (texts.isEmpty() && changedSources.isEmpty()) {
      return;
    }
    try {
      run.changer().change(changedSources, texts, who, fromRunNanos);
    } catch (InvalidSpecException e) {
      run.tell(EventKind.WARNING, "This node cannot apply a change: " + e.getMessage());
    }
  }

  private void order(DirectedRun run, @Nullable Effective value, long fromRunNanos) {
    if (value != null && !value.text().equals(step) && !part.isWatching()) {
      step = value.text();
      run.order(StepOrder.of(step), fromRunNanos);
    }
  }

  /** Returns the changed sources, and stores the given ones as the last applied values. */
  private Map<String, Map<String, String>> changedSources(Map<String, Map<String, String>> next) {
    Map<String, Map<String, String>> changed = new HashMap<>(next);
    changed.entrySet().removeAll(sources.entrySet());
    sources.putAll(changed);
    return changed;
  }

  /** Returns the changed texts, and stores the given ones as the last applied values. */
  private Map<String, @Nullable String> differences(Map<String, String> next) {
    Map<String, @Nullable String> texts = new HashMap<>();
    next.forEach((path, text) -> {
      if (!text.equals(applied.get(path))) {
        texts.put(path, text);
      }
    });
    applied.keySet().stream()
        .filter(path -> !next.containsKey(path))
        .forEach(path -> texts.put(path, null));
    applied.clear();
    applied.putAll(next);
    return texts;
  }
}
