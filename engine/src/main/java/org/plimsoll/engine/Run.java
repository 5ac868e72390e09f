package org.plimsoll.engine;

import java.util.List;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.report.RunListener;
import org.plimsoll.engine.report.Summary;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RunSpec;

/** A run; a stand-in until the engine's own is merged. */
public final class Run {
  private final RunSpec spec;

  private Run(RunSpec spec) {
    this.spec = spec;
  }

  public static Run prepare(RunSpec spec, Drivers drivers, List<RunListener> listeners) {
    return new Run(spec);
  }

  @SuppressWarnings("DoNotCallSuggester")
  public Summary execute() throws TargetUnavailableException {
    throw new TargetUnavailableException(
        "the engine is not here yet", new IllegalStateException("stand-in"));
  }

  public void stop() {}

  public void abort() {}

  public Parameters parameters() {
    return spec.parameters();
  }
}
