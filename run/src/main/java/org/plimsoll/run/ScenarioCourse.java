package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Switches;

/**
 * The parameters and switches of a scenario, and the load that follows their changes. A load that
 * is created later receives the earlier changes with their instants. Its schedule depends on them,
 * because all generators of a fleet must count the same operations. Thread-safe.
 */
final class ScenarioCourse {
  private final boolean isProbe;
  private final Shares shares;

  private volatile Parameters parameters;
  private volatile Switches switches = Switches.ON;
  private volatile Switches sent = Switches.ON;

  /** The parameters without switched-off reads or writes. */
  private volatile Parameters effective;

  // Guarded by this, like the following field.
  private final List<Change> early = new ArrayList<>();
  private @Nullable Load load;

  /**
   * A change that arrived before there was a load.
   *
   * @param runNanos run time from which it applies
   */
  private record Change(Parameters before, Parameters next, long runNanos) {}

  ScenarioCourse(Parameters parameters, boolean isProbe, Shares shares) {
    this.parameters = parameters;
    this.effective = parameters;
    this.isProbe = isProbe;
    this.shares = shares;
  }

  Parameters parameters() {
    return parameters;
  }

  /** Returns the effective parameters, without switched-off reads or writes. */
  Parameters effective() {
    return effective;
  }

  Switches switches() {
    return switches;
  }

  /** Returns the switches of reads and writes on this generator. */
  Switches switchedOn() {
    return switches.and(sent);
  }

  /** Applies new parameters to operations that are intended from a run time on. */
  synchronized void change(Parameters next, long runNanos) {
    parameters = next;
    follow(runNanos);
  }

  /**
   * Switches reads and writes from a run time on. The probe is always on.
   *
   * @param own switches of this generator, limited to the sides that are on in the whole fleet
   */
  synchronized void change(Switches next, Switches own, long runNanos) {
    switches = isProbe ? Switches.ON : next;
    sent = isProbe ? Switches.ON : own;
    follow(runNanos);
  }

  /** Applies the parameters of a step of a search from an instant of this generator's clock on. */
  synchronized void step(Parameters next, long fromNanos) {
    parameters = next;
    effective = sent.within(switches.of(next));
    if (load != null) {
      load.change(effective, fromNanos);
    }
  }

  private void follow(long runNanos) {
    Parameters before = effective;
    Parameters next = sent.within(switches.of(parameters));
    effective = next;
    if (load != null) {
      load.change(next, fromNanos(runNanos));
    } else if (runNanos != Load.NOW) {
      early.add(new Change(before, next, runNanos));
    }
  }

  private long fromNanos(long runNanos) {
    return runNanos == Load.NOW ? Load.NOW : shares.originNanos() + runNanos;
  }

  /** Creates a load, and passes the changes so far to it. Later ones follow. */
  Load begin(Function<Parameters, Load> maker) {
    Parameters first = first();
    Load made = maker.apply(first);
    synchronized (this) {
      Parameters last = first;
      for (Change each : early) {
        made.change(each.next, fromNanos(each.runNanos));
        last = each.next;
      }
      if (effective != last) {
        made.change(effective);
      }
      early.clear();
      load = made;
    }
    return made;
  }

  private synchronized Parameters first() {
    return early.isEmpty() ? effective : early.getFirst().before;
  }

  /** Whether there is a load that follows changes. */
  synchronized boolean isFollowed() {
    return load != null;
  }

  /** Called when the load has ended. */
  synchronized void ended() {
    load = null;
  }
}
