package org.plimsoll.run;

import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.settings.RunRequest;

/**
 * What runs may be asked for here, which may be less than what can be. Each method throws an {@link
 * org.plimsoll.engine.spec.InvalidSpecException} for what may not.
 */
public interface RunGuard {
  /** Everything may. */
  RunGuard NONE = new RunGuard() {};

  /** What holds unless a request says something else. */
  default RunRequest defaults() {
    return RunRequest.empty();
  }

  /** What holds in a search unless it says something else. */
  default RunRequest searchDefaults(RunRequest search) {
    return RunRequest.empty();
  }

  /** Looks at how far a search would go, before it begins. */
  default void search(TuneSpec search) {}

  /** Looks at what is asked for before any of it is read: values may name files. */
  default void asked(RunRequest request) {}

  /**
   * Looks at one parameter that is to change.
   *
   * @param path such as {@code rate}, {@code scenario/a/rate} or {@code set.consistency}
   * @param scheme names the driver
   */
  default void asked(String path, String text, String scheme) {}

  /** Looks at where a run goes, before it connects. */
  default void target(RunSpec.TargetSpec target) {}

  /** Looks at what a run would do, before it begins and before each change. */
  default void load(RunSpec spec) {}
}
