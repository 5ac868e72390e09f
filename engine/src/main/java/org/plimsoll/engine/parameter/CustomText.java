package org.plimsoll.engine.parameter;

import java.util.List;
import org.plimsoll.api.CallText;

/**
 * {@code custom(name, argument, …)}: a class of the user's, as written.
 *
 * @param name of the folder that holds it
 * @param arguments what the class is given
 */
record CustomText(String name, List<String> arguments) {
  static final String WORD = "custom";

  static CustomText of(CallText call) {
    if (!call.name().equals(WORD) || call.arguments().isEmpty() || call.argument(0).isEmpty()) {
      throw new IllegalArgumentException("must be custom(name,…)");
    }
    return new CustomText(
        call.argument(0), call.arguments().subList(1, call.arguments().size()));
  }

  /** What stands for a class until it is looked for. */
  IllegalStateException notLookedFor() {
    return new IllegalStateException("custom(" + name + ") was not looked for");
  }
}
