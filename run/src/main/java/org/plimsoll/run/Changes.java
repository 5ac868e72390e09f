package org.plimsoll.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.result.RunEvent;
import org.plimsoll.settings.ChangedText;
import org.plimsoll.settings.LiveParameters;

/** The differences between the parameters before and after a change. */
final class Changes {
  private Changes() {}

  /**
   * Returns each parameter that differs.
   *
   * @param path the prefix of each name; empty, or the path of a scenario
   */
  static List<RunEvent.Change> between(
      String path, Parameters before, Parameters after, String who) {
    List<RunEvent.Change> changes = new ArrayList<>();
    collect(path, before, after, who, changes);
    return changes;
  }

  /** Returns each parameter that a proposal changes. */
  static List<RunEvent.Change> of(LiveParameters.Proposal proposal, String who) {
    List<RunEvent.Change> changes = new ArrayList<>();
    for (ChangedText each : proposal.changed()) {
      changes.add(
          new RunEvent.Change(
              who,
              each.path(),
              each.before() == null ? "" : each.before(),
              each.after() == null ? "" : each.after(),
              each.isDerived()));
    }
    return changes;
  }

  /** Returns each side that was switched on or off. */
  static List<RunEvent.Change> between(Switches before, Switches after, String who) {
    List<RunEvent.Change> changes = new ArrayList<>();
    if (before.reads() != after.reads()) {
      changes.add(
          new RunEvent.Change(
              who, "reads", Switches.text(before.reads()), Switches.text(after.reads())));
    }
    if (before.writes() != after.writes()) {
      changes.add(
          new RunEvent.Change(
              who, "writes", Switches.text(before.writes()), Switches.text(after.writes())));
    }
    return changes;
  }

  private static void collect(
      String path, Record before, Record after, String who, List<RunEvent.Change> changes) {
    for (RecordComponent component : before.getClass().getRecordComponents()) {
      Object old = value(component, before);
      Object fresh = value(component, after);
      if (Objects.equals(old, fresh)) {
        continue;
      }
      if (component.getName().equals("workload")) {
        collect(path, (Record) old, (Record) fresh, who, changes);
      } else {
        changes.add(
            new RunEvent.Change(
                who, path + component.getName(), String.valueOf(old), String.valueOf(fresh)));
      }
    }
  }

  private static Object value(RecordComponent component, Record of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }
}
