package org.plimsoll.run;

import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.load.Handshake;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.result.EventKind;

/** The target of a run: opens and prepares it, and checks that it supports the parameters. */
final class RunTarget {
  private final RunContext run;
  private final Drivers drivers;
  private final RunGuard guard;
  private final TargetNodes nodes;
  private volatile @Nullable OpenTarget opened;
  private boolean connected;

  RunTarget(RunContext run, Drivers drivers, RunGuard guard) {
    this.run = run;
    this.drivers = drivers;
    this.guard = guard;
    nodes = new TargetNodes(drivers, guard, run.clock(), run.events()::event);
  }

  /** Returns the discoveries of the target, which follow its nodes during the run. */
  Companion nodes() {
    return nodes;
  }

  /** Returns the target; null until it is open and known to support all parameters. */
  @Nullable OpenTarget opened() {
    return opened;
  }

  /**
   * Returns the target of a run in progress.
   *
   * @param what name of the request in the error message
   * @throws InvalidSpecException if the target is not open yet, or the run has ended
   */
  OpenTarget required(String what) {
    OpenTarget target = opened;
    if (target == null || run.events().isFinished()) {
      throw new InvalidSpecException(what + ": needs a run in progress");
    }
    return target;
  }

  OpenTarget open() throws TargetUnavailableException {
    return open(run.generator().driver());
  }

  private OpenTarget open(DriverMeters meters) throws TargetUnavailableException {
    return OpenTarget.open(drivers, run.spec().target(), host(meters));
  }

  /** Returns the target of a run that this process only shows. */
  OpenTarget unconnected() {
    return OpenTarget.unconnected(
        drivers, run.spec().target(), host(run.generator().driver()), run.seat()::facts);
  }

  private RunHost host(DriverMeters meters) {
    return new RunHost(
        run.spec(),
        run.clock(),
        meters,
        text -> run.events().event(EventKind.TARGET, text),
        guard,
        nodes);
  }

  /** Publishes the open target after checking that it supports all scenarios. */
  void opened(OpenTarget target) {
    run.scenarios().forEach(scenario -> requireSupported(target, scenario.parameters()));
    opened = target;
  }

  /**
   * Creates the schema, opens the sessions and performs the handshake, before any load. One
   * generator does this on behalf of all.
   */
  void prepare(OpenTarget target) throws TargetUnavailableException {
    try {
      target.client().create();
      connect(target);
      if (run.spec().checks().handshake()) {
        Scenario first = run.scenarios().getFirst();
        Handshake.perform(target, first.sessions(), run.clock(), first.parameters());
      }
    } catch (TargetUnavailableException e) {
      throw e;
    } catch (Exception e) {
      throw TargetUnavailableException.because(e);
    }
  }

  /** Opens the sessions of all scenarios, unless they are open. */
  void connect(OpenTarget target) throws TargetUnavailableException {
    if (connected) {
      return;
    }
    connected = true;
    try {
      for (Scenario scenario : run.scenarios()) {
        boolean own = scenario.isProbe() && !isInProcess(target);
        OpenTarget its = own ? open(new DriverMeters()) : target;
        scenario.connect(
            its, own, run.clock(), text -> run.events().event(EventKind.SESSION, text));
      }
    } catch (TargetUnavailableException e) {
      throw e;
    } catch (Exception e) {
      throw TargetUnavailableException.because(e);
    }
  }

  /** Whether the store runs in this process. A second client would then open a second store. */
  private static boolean isInProcess(OpenTarget target) {
    Set<Capability> capabilities = target.driver().capabilities();
    return capabilities.contains(Capability.EMBEDDED)
        || capabilities.contains(Capability.SIMULATED);
  }

  /** Returns the mode of the fill. In automatic mode, it depends on the target's number of rows. */
  FillMode fillMode(OpenTarget target) throws TargetUnavailableException {
    FillMode asked = run.spec().fill().mode();
    Set<Capability> capabilities = target.driver().capabilities();
    if (asked != FillMode.AUTO) {
      return asked;
    }
    if (capabilities.contains(Capability.FINDS_EVERY_KEY)) {
      return FillMode.NONE;
    }
    try {
      OptionalLong count = target.client().count();
      boolean empty = count.isPresent() && count.getAsLong() == 0;
      boolean fills = capabilities.contains(Capability.EMBEDDED) ? count.orElse(0) == 0 : empty;
      return fills ? FillMode.FILL : FillMode.NONE;
    } catch (Exception e) {
      throw new TargetUnavailableException("cannot count the rows: " + e.getMessage(), e);
    }
  }

  /** Notifies the driver of the end of the fill. */
  void filled(OpenTarget target) throws TargetUnavailableException {
    try {
      target.client().filled();
    } catch (Exception e) {
      throw new TargetUnavailableException("cannot end the fill: " + e.getMessage(), e);
    }
  }

  /**
   * Checks that the target supports the parameters. Has no effect before it is open.
   *
   * @throws InvalidSpecException if an operation or a capability is missing
   */
  void requireSupported(Parameters parameters) {
    OpenTarget target = opened;
    if (target != null) {
      requireSupported(target, parameters);
    }
  }

  private void requireSupported(OpenTarget target, Parameters parameters) {
    String driver = target.driver().name();
    Set<Capability> capabilities = target.driver().capabilities();
    Set<OperationType> known = target.operations();
    Stream<Parameters.Weight> asked =
        parameters.lanes().stream().flatMap(lane -> lane.mix().stream());
    asked.forEach(part -> {
      boolean isKnown =
          part.steps().isEmpty()
              ? known.contains(part.type())
              : part.steps().stream().allMatch(step -> known.contains(step.type()));
      if (!isKnown) {
        throw new InvalidSpecException(
            "mix: must contain only operations of " + driver + ", was " + part.type().name());
      }
    });
    boolean returnsRows = capabilities.contains(Capability.RETURNS_ROWS);
    if (parameters.workload().verify() && !returnsRows) {
      throw new InvalidSpecException(
          "verify: must be left out, because " + driver + " returns no rows to check");
    }
    if (run.spec().checks().consistency().enabled()
        && !returnsRows
        && !capabilities.contains(Capability.SIMULATED)) {
      throw new InvalidSpecException(
          "consistency: must be left out, because " + driver + " returns no rows to check");
    }
  }
}
