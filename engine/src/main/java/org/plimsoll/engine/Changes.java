package org.plimsoll.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.plimsoll.engine.spec.Parameters;

/** The difference between two snapshots of parameters, in words. */
final class Changes {
  private Changes() {}

  /**
   * Such as {@code timeoutNanos from 5000000000 to 1000000000}.
   *
   * @param path stands before each name; empty, or that of a scenario
   */
  static String between(String path, Parameters before, Parameters after) {
    List<String> changes = new ArrayList<>();
    collect(path, before, after, changes);
    return changes.isEmpty() ? "nothing" : String.join(", ", changes);
  }

  private static void collect(String path, Record before, Record after, List<String> changes) {
    for (RecordComponent component : before.getClass().getRecordComponents()) {
      Object old = value(component, before);
      Object fresh = value(component, after);
      if (Objects.equals(old, fresh)) {
        continue;
      }
      if (component.getName().equals("workload")) {
        collect(path, (Record) old, (Record) fresh, changes);
      } else {
        changes.add(path + component.getName() + " from " + old + " to " + fresh);
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
