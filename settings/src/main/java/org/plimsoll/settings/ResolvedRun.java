package org.plimsoll.settings;

import java.util.List;
import org.plimsoll.engine.spec.RunSpec;

/**
 * A run spec with the origins of its values.
 *
 * @param values every setting of the run and of the driver, with secrets masked
 */
public record ResolvedRun(RunSpec spec, List<Value> values) {
  /** One setting; driver settings are named {@code set.NAME}. */
  public record Value(String name, String text, String origin) {
    /** Returns whether the value was derived from other settings instead of given. */
    public boolean isDerived() {
      return origin.startsWith(Given.DERIVED);
    }
  }

  public ResolvedRun {
    values = List.copyOf(values);
  }

  /** Returns the run with the default objective on errors, unless it has one. */
  public ResolvedRun withObjectiveOnErrors() {
    return new ResolvedRun(spec.withObjectiveOnErrors(), values);
  }
}
