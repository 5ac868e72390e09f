package org.plimsoll.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
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
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.OperationSource;
import org.plimsoll.engine.workload.RequestSource;
import org.plimsoll.engine.workload.RowVerifier;
import org.plimsoll.engine.workload.Workload;

/**
 * One scenario of a run: its current parameters, sessions, load and recorders. Scenarios share the
 * target's client and the key sequence of inserts. Each has its own sessions, so its workers and
 * its in-flight bound do not affect other scenarios.
 */
final class Scenario implements AutoCloseable {
  /**
   * The distance between the stream numbers of two iterations; the hash of a name takes 32 bits.
   */
  private static final int ITERATION_SHIFT = 33;

  private final ScenarioSpec spec;
  private final long seed;
  private final KeySequence inserted;
  private final Shares shares;
  private final Waits waits = new Waits();
  private final Recording recording = new Recording();

  private final ScenarioCourse course;

  /** The last failed operations; null before the target is open. */
  private volatile @Nullable FailureSamples failureSamples;

  private @Nullable OpenTarget target;
  private boolean ownsTarget;
  private @Nullable Sessions sessions;

  /** The current load, which may be a fill. */
  private volatile @Nullable Load load;

  /** The target rate of the current or the last load. */
  private volatile @Nullable TargetRate asked;

  private Scenario(ScenarioSpec spec, long seed, KeySequence inserted, Shares shares) {
    this.spec = spec;
    this.seed = seed;
    this.inserted = inserted;
    this.shares = shares;
    this.course = new ScenarioCourse(spec.parameters(), spec.isProbe(), shares);
  }

  /**
   * Creates all scenarios of a run. Scenarios with the same first key insert from one key sequence.
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

  /** Returns the parameters and switches of the scenario. */
  ScenarioCourse course() {
    return course;
  }

  Parameters parameters() {
    return course.parameters();
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
   * @param isOwn whether the target was opened only for this scenario, which then must close it
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
    return Math.max(shares.view().mostWorkers(course.parameters()), preferred);
  }

  /**
   * Opens more sessions, or closes some of them.
   *
   * @param asked requested number; 0 = chosen by the driver and the load
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

  /** Opens more sessions if this generator has gained workers. */
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

  /** Returns the last failed operations of all phases; null before the target is open. */
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

  /** Creates the context of a load that rehearses on other sessions. */
  LoadContext rehearsalContext(Clock clock, Sessions on) {
    boolean withKeyText = target().driver().capabilities().contains(Capability.TEXT_KEYS);
    return new LoadContext(clock, on, null, false, withKeyText);
  }

  /** Compiles the operations of each lane for a rehearsal, with keys that no other load uses. */
  List<OperationSource> rehearsal(Parameters now) {
    return compile(now, 1, new KeySequence(inserted.size()));
  }

  /** Compiles the operations of each lane for an iteration, which counts from 1. */
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
   * Returns the number of the random stream of an iteration. It depends only on the scenario's
   * name, so that other scenarios do not affect it. It is 0 for the first iteration of a single
   * scenario.
   */
  long stream(int iteration) {
    long own = spec.isNamed() ? Integer.toUnsignedLong(name().hashCode()) + 1 : 0;
    return own + ((long) (iteration - 1) << ITERATION_SHIFT);
  }

  /** Creates the load to which the parameters apply, and sets it as the current one. */
  void begin(Function<Parameters, Load> maker) {
    Load next = course.begin(maker);
    asked = next.target();
    load = next;
  }

  /** Sets a load to which the parameters do not apply, such as a fill. */
  void carries(Load next) {
    load = next;
  }

  /** Called when the load has ended. */
  void carried() {
    load = null;
    course.ended();
  }

  boolean isCarrying() {
    return load != null;
  }

  /** Returns the current load. */
  Load load() {
    return required(load);
  }

  /** Applies new driver settings to the client, if the scenario has its own client. */
  void changeDriverSettings(Map<String, String> texts) {
    OpenTarget its = target;
    if (its != null && ownsTarget) {
      its.changeSettings(texts);
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

  /** Returns the current target rate; 0 in a closed load. */
  double targetPerSecond(long nowNanos) {
    TargetRate now = asked;
    return now == null ? 0 : now.perSecondAt(nowNanos);
  }

  /** Returns the mean target rate until an instant; 0 in a closed load. */
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

  /** Sets the recorders of a phase. */
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
