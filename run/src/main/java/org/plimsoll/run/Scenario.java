package org.plimsoll.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.load.LoadContext;
import org.plimsoll.engine.load.OperationWatches;
import org.plimsoll.engine.load.Sessions;
import org.plimsoll.engine.measure.FailureSamples;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.OperationSource;
import org.plimsoll.engine.workload.RequestSource;
import org.plimsoll.engine.workload.RowVerifier;
import org.plimsoll.engine.workload.Workload;

/**
 * One scenario of a run: its current parameters, sessions, load and recorders. Scenarios share the
 * target's client and the sequence of keys for inserts. Each has its own sessions, so its workers
 * and its in-flight bound do not affect other scenarios.
 */
final class Scenario implements AutoCloseable {
  /** The distance between the numbers of two iterations; names take 32 bits. */
  private static final int ITERATION_SHIFT = 33;

  private final ScenarioSpec spec;
  private final long seed;
  private final KeySequence inserted;
  private final Shares shares;
  private final Waits waits = new Waits();
  private final Recording recording = new Recording();

  private volatile Parameters parameters;
  private volatile Switches switches = Switches.ON;
  private volatile Switches sent = Switches.ON;

  /** The parameters without switched-off reads or writes. */
  private volatile Parameters effective;

  /** The last failed operations; null before the target is open. */
  private volatile @Nullable FailureSamples failureSamples;

  private @Nullable OpenTarget target;
  private boolean ownsTarget;
  private @Nullable Sessions sessions;

  /** The current load, which may be a fill. */
  private volatile @Nullable Load load;

  /** The current load, if the parameters apply to it; null during a fill. */
  private volatile @Nullable Load measured;

  /** The target rate of the present or the last load. */
  private volatile @Nullable TargetRate asked;

  private Scenario(ScenarioSpec spec, long seed, KeySequence inserted, Shares shares) {
    this.spec = spec;
    this.seed = seed;
    this.inserted = inserted;
    this.shares = shares;
    this.parameters = spec.parameters();
    this.effective = parameters;
  }

  /**
   * Creates all scenarios of a run. Those with the same first key insert from one sequence of keys.
   */
  static List<Scenario> of(RunSpec run, Shares shares) {
    Map<Long, Long> keys = new LinkedHashMap<>();
    for (ScenarioSpec each : run.scenarios()) {
      long here = Math.max(run.fill().keys(), each.parameters().workload().keys().count());
      keys.merge(each.parameters().workload().keys().first(), here, Math::max);
    }
    Map<Long, KeySequence> inserted = new LinkedHashMap<>();
    keys.forEach((firstKey, count) -> inserted.put(firstKey, new KeySequence(count, shares)));
    return run.scenarios().stream()
        .map(each -> {
          KeySequence sequence = inserted.get(each.parameters().workload().keys().first());
          return new Scenario(
              each,
              run.identity().seed(),
              sequence == null ? new KeySequence(1) : sequence,
              shares);
        })
        .toList();
  }

  ScenarioSpec spec() {
    return spec;
  }

  String name() {
    return spec.name();
  }

  boolean isProbe() {
    return spec.isProbe();
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

  Waits waits() {
    return waits;
  }

  Shares shares() {
    return shares;
  }

  KeySequence inserted() {
    return inserted;
  }

  /**
   * Opens the sessions of the scenario.
   *
   * @param isOwn whether the target was opened only for this scenario, which then closes it
   */
  void connect(OpenTarget on, boolean isOwn, Clock clock, Consumer<String> events)
      throws Exception {
    target = on;
    failureSamples = new FailureSamples(new FailureText(on::secrets));
    ownsTarget = isOwn;
    Sessions opened =
        new Sessions(
            clock,
            on::openSession,
            text -> events.accept(spec.isNamed() ? name() + ": " + text : text));
    sessions = opened;
    opened.open(sessionCount(on));
  }

  private int sessionCount(OpenTarget on) {
    return sessionCount(on, spec.sessions());
  }

  /**
   * Returns the requested number of sessions; if 0, the number that the driver and the load need.
   */
  private int sessionCount(OpenTarget on, int asked) {
    if (asked > 0) {
      return asked;
    }
    boolean simulated = on.driver().capabilities().contains(Capability.SIMULATED);
    int preferred = simulated ? 1 : on.client().preferredSessions();
    return Math.max(shares.view().mostWorkers(parameters), preferred);
  }

  /**
   * Opens more sessions, or closes some.
   *
   * @param asked requested number; 0 leaves it to the driver and the load
   * @throws InvalidSpecException if a session cannot be opened, or the target is not open yet
   */
  void resizeSessions(int asked) {
    Sessions opened = sessions;
    OpenTarget on = target;
    if (opened == null || on == null) {
      throw new InvalidSpecException("sessions: cannot change before the target is open");
    }
    try {
      opened.resize(sessionCount(on, asked));
    } catch (Exception e) {
      throw new InvalidSpecException("sessions: cannot open more: " + e.getMessage(), e);
    }
  }

  /** Opens further sessions, if this generator has gained workers. */
  void followShares(Consumer<String> trouble) {
    Sessions opened = sessions;
    try {
      if (opened != null && spec.sessions() == 0 && sessionCount(target()) > opened.size()) {
        resizeSessions(0);
      }
    } catch (InvalidSpecException e) {
      trouble.accept(String.valueOf(e.getMessage()));
    }
  }

  OpenTarget target() {
    return required(target);
  }

  Sessions sessions() {
    return required(sessions);
  }

  /** The last failed operations of all its phases; null before the target is open. */
  @Nullable FailureSamples failureSamples() {
    return failureSamples;
  }

  LoadContext context(
      Clock clock, @Nullable RowVerifier verifier, @Nullable OperationWatches watches) {
    return new LoadContext(
        clock,
        sessions(),
        verifier,
        false,
        target().driver().capabilities().contains(Capability.TEXT_KEYS),
        watches,
        failureSamples());
  }

  /** The context of a load that rehearses on other sessions. */
  LoadContext rehearsalContext(Clock clock, Sessions on) {
    boolean withKeyText = target().driver().capabilities().contains(Capability.TEXT_KEYS);
    return new LoadContext(clock, on, null, false, withKeyText);
  }

  /** The operations of each lane, with new keys that no other load has. */
  List<OperationSource> rehearsal(Parameters now) {
    return compile(now, 1, new KeySequence(inserted.size()));
  }

  /** The operations of each lane in an iteration, which counts from 1. */
  List<OperationSource> compile(Parameters now, int iteration) {
    return compile(now, iteration, inserted);
  }

  private List<OperationSource> compile(Parameters now, int iteration, KeySequence sequence) {
    List<OperationSource> sources = new ArrayList<>();
    for (Parameters.Lane lane : now.lanes()) {
      List<Parameters.Weight> mix =
          now.model() == Parameters.Model.CLOSED ? lane.sentMix() : lane.mix();
      Workload workload = Workload.of(now.workload(), mix, seed, stream(iteration), sequence);
      sources.add(RequestSource.over(workload, now.workload().keys().distribution(), mix));
    }
    return sources;
  }

  /**
   * The number of the random stream of an iteration. It depends only on the scenario's name, so
   * that other scenarios do not affect it. It is 0 for the first iteration of a single scenario.
   */
  long stream(int iteration) {
    long own = spec.isNamed() ? Integer.toUnsignedLong(name().hashCode()) + 1 : 0;
    return own + ((long) (iteration - 1) << ITERATION_SHIFT);
  }

  /** Sets the current load; {@code isMeasured} if the parameters apply to it. */
  void carries(Load next, boolean isMeasured) {
    if (isMeasured) {
      measured = next;
      asked = next.target();
    }
    load = next;
  }

  /** Called when the load has ended. */
  void carried() {
    load = null;
    measured = null;
  }

  boolean isCarrying() {
    return load != null;
  }

  /** The current load. */
  Load load() {
    return required(load);
  }

  /** Applies new parameters to operations that are intended from an instant on. */
  void change(Parameters next, long fromNanos) {
    parameters = next;
    follow(fromNanos);
  }

  /**
   * Switches reads and writes from an instant on. The probe is always on.
   *
   * @param own switches of reads and writes of this generator that are on in the whole fleet
   */
  void change(Switches next, Switches own, long fromNanos) {
    switches = isProbe() ? Switches.ON : next;
    sent = isProbe() ? Switches.ON : own;
    follow(fromNanos);
  }

  /** Applies new driver settings to the client, if it is the scenario's own. */
  void changeDriverSettings(Map<String, String> texts) {
    OpenTarget its = target;
    if (its != null && ownsTarget) {
      its.changeSettings(texts);
    }
  }

  private void follow(long fromNanos) {
    Parameters next = sent.within(switches.of(parameters));
    effective = next;
    Load now = measured;
    if (now != null) {
      now.change(next, fromNanos);
    }
  }

  void stop() {
    Load now = load;
    if (now != null) {
      now.stop();
    }
  }

  /** Ends the schedule at an instant. */
  void stop(long atNanos) {
    Load now = load;
    if (now != null) {
      now.stop(atNanos);
    }
  }

  void abort() {
    Load now = load;
    if (now != null) {
      now.abort();
    }
  }

  /** The current target rate; 0 in a closed load. */
  double targetPerSecond(long nowNanos) {
    TargetRate now = asked;
    return now == null ? 0 : now.perSecondAt(nowNanos);
  }

  /** The mean target rate until an instant; 0 in a closed load. */
  double meanPerSecond(long endNanos) {
    TargetRate now = asked;
    return now == null ? 0 : now.meanPerSecond(endNanos);
  }

  int backlog() {
    Load now = load;
    return now == null ? 0 : now.backlog();
  }

  Recording recording() {
    return recording;
  }

  /** Sets the recorder of a phase. */
  void records(List<PhaseRecorder> next) {
    recording.begin(next);
  }

  @Override
  public void close() {
    if (sessions != null) {
      sessions.close();
    }
    if (target != null && ownsTarget) {
      target.close();
    }
  }

  private static <T> T required(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("the run has not started");
    }
    return value;
  }
}
