package org.plimsoll.engine.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.FailureSamples;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Shard;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.RowVerifier;
import org.plimsoll.engine.workload.Steps;

/**
 * One operation in flight, from its start until it is accounted for exactly once. Either the thread
 * that completes it or the watchdog at its deadline accounts for it. An abandoned slot is not
 * reused, since the driver may still hold its buffers.
 *
 * <p>The state holds a generation in the upper bits and a life-cycle stage in the lower two. A
 * watchdog that has seen an earlier operation therefore cannot end a later one.
 */
final class Slot implements Completion {
  private static final VarHandle STATE;
  private static final long LIFE = 3;
  private static final long IDLE = 0;
  private static final long IN_FLIGHT = 1;
  private static final long ABANDONED = 2;
  private static final long RETURNED = 3;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Slot.class, "state", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The load that sends operations and continues when they end. */
  interface Owner {
    /** Called when the operation is accounted for and its slot and session are free. */
    void completed(Slot slot);

    /** Called when the operation has timed out but its call has not returned. */
    void abandoned(Slot slot);
  }

  final OperationBuffer operation = new OperationBuffer();
  private final LoadContext context;
  private final Owner owner;
  private final PhasePlan plan;
  private final @Nullable OperationWatch watch;

  @SuppressWarnings("unused")
  private volatile long state;

  private long intendedNanos;
  private long startNanos;
  private boolean scheduled;
  private OperationType type = OperationType.READ;
  private boolean followed;

  /** The steps of the operation; null for most operations. */
  private @Nullable Steps steps;

  private final StepProgress progress = new StepProgress();
  private long stepStartNanos;
  private @Nullable PhaseRecorder recorder;
  private Sessions.@Nullable Entry session;

  /** The position in the arena of an open load. */
  int index;

  /** The room in which this operation of an open load has a place. */
  @Nullable Room room;

  Slot(LoadContext context, Owner owner, PhasePlan plan) {
    this.context = context;
    this.owner = owner;
    this.plan = plan;
    operation.prepareText(context.withKeyText());
    OperationWatches watches = context.watches();
    watch = watches == null ? null : watches.newWatch();
    operation.prepareStamp(watches != null && watches.stamps());
  }

  /** Assigns the operations to one client, if consistency is checked. */
  void client(int number) {
    if (watch != null) {
      watch.client(number);
    }
  }

  /**
   * Sends the prepared operation.
   *
   * @param recorder recorder for the phase of the operation's intended start
   * @param scheduled whether there is an intended start; otherwise the actual start is used
   */
  void send(
      PhaseRecorder recorder,
      Sessions.Entry session,
      boolean scheduled,
      long intendedNanos,
      long startNanos,
      long deadlineNanos) {
    this.recorder = recorder;
    this.session = session;
    this.scheduled = scheduled;
    this.intendedNanos = intendedNanos;
    this.startNanos = startNanos;
    this.type = operation.type();
    this.stepStartNanos = startNanos;
    this.followed = false;
    operation.deadlineNanos(deadlineNanos);
    this.steps = operation.steps();
    if (steps != null) {
      progress.begin();
      operation.beginFirstStep();
    } else if (context.fillsOnlyMissing()) {
      operation.type(OperationType.READ);
    }
    STATE.setRelease(this, state + IN_FLIGHT);
    execute(session, startNanos);
  }

  private void execute(Sessions.Entry on, long nowNanos) {
    if (watch != null) {
      watch.starts(operation, intendedNanos, nowNanos);
    }
    RowVerifier verifier = context.verifier();
    if (verifier != null) {
      verifier.starts(operation);
    }
    long mine = state;
    try {
      on.session().execute(operation, this);
    } catch (RuntimeException | LinkageError e) {
      // A defect of the driver is a failed operation; it must not end the sending thread.
      if (state == mine) {
        complete(Outcome.failed(e));
      }
    }
  }

  @Override
  public void started() {
    long nowNanos = context.clock().nanoTime();
    // The time that a later step waits for a thread is not part of the service time of the whole
    // operation.
    startNanos += nowNanos - stepStartNanos;
    stepStartNanos = nowNanos;
  }

  @Override
  public void complete(Outcome outcome) {
    long endNanos = context.clock().nanoTime();
    long seen = state;
    Sessions.Entry on = session;
    if (on == null) {
      throw new IllegalStateException("completed an operation that was never sent");
    }
    boolean isOurClosing = on.isDiscarded() && outcome.status() == Outcome.Status.FAILED;
    if ((seen & LIFE) == IN_FLIGHT && isOurClosing) {
      // The target has not answered, so the operation ends at its deadline.
      return;
    }
    if ((seen & LIFE) == IN_FLIGHT && STATE.compareAndSet(this, seen, next(seen))) {
      if (watch != null) {
        watch.ends(operation, outcome, endNanos);
      }
      ended(judge(outcome), on, endNanos);
    } else if (STATE.compareAndSet(this, (seen & ~LIFE) | ABANDONED, seen | RETURNED)) {
      on.progressed(endNanos, outcome.status() == Outcome.Status.FAILED);
      on.releaseAbandoned(endNanos);
      PhaseRecorder its = recorder;
      if (its != null && endsOperation()) {
        arrived(its.shard(type), outcome, true, endNanos);
      }
    }
  }

  /** Whether the request that was sent last is the operation's last one. */
  private boolean endsOperation() {
    return steps == null ? !context.fillsOnlyMissing() : operation.step() + 1 == steps.count();
  }

  /** Counts an answer in the phase in which it arrived, if that is not the operation's phase. */
  private void arrived(Shard shard, Outcome outcome, boolean isLate, long endNanos) {
    PhaseRecorder during = plan.during(endNanos);
    if (isLate || during != recorder) {
      shard.arrived(during == null ? null : during.shard(type), outcome, isLate);
    }
  }

  /** Continues after an answer. The slot is idle, so the watchdog ignores it. */
  private void ended(Outcome judged, Sessions.Entry on, long endNanos) {
    operation.ended(judged.status() == Outcome.Status.SUCCEEDED);
    boolean isLate = endNanos - operation.deadlineNanos() > 0;
    Shard shard = recorder == null ? null : recorder.shard(type);
    if (steps != null) {
      stepEnded(steps, shard, judged, isLate, endNanos);
    }
    if (!isLate && followUp(judged, endNanos)) {
      STATE.setRelease(this, state + IN_FLIGHT);
      // The watch sees two operations in order only if the second starts after the first has ended.
      execute(on, watch == null ? endNanos : context.clock().nanoTime());
      return;
    }
    boolean isFailed = judged.status() == Outcome.Status.FAILED;
    on.progressed(endNanos, isFailed);
    if (shard != null && (isLate || isFailed)) {
      String code = isLate ? FailureSamples.TIMED_OUT : String.valueOf(judged.failureCode());
      sample(code, on, endNanos, isFailed ? judged.message() : Slot::late);
    }
    if (shard != null && isLate) {
      // The watchdog runs every few milliseconds, so it may not have noticed that this answer is
      // late.
      shard.count(Counter.TIMED_OUT);
      if (endsOperation()) {
        arrived(shard, judged, true, endNanos);
      }
    } else if (shard != null) {
      shard.answered(judged, scheduled, intendedNanos, startNanos, endNanos);
      arrived(shard, judged, false, endNanos);
      if (steps != null) {
        progress.countIn(shard, judged);
      }
    }
    owner.completed(this);
  }

  /** Ends the operation as timed out if its deadline has passed and its call has not returned. */
  void abandonIfExpired(long nowNanos) {
    abandonIf(Counter.TIMED_OUT, nowNanos);
  }

  /** Ends the operation as unfinished if its call has not returned. */
  void abandonUnfinished() {
    abandonIf(Counter.UNFINISHED, Long.MIN_VALUE);
  }

  private void abandonIf(Counter counter, long nowNanos) {
    long seen = (long) STATE.getAcquire(this);
    if ((seen & LIFE) != IN_FLIGHT) {
      return;
    }
    boolean expired = nowNanos == Long.MIN_VALUE || operation.deadlineNanos() - nowNanos <= 0;
    if (!expired || !STATE.compareAndSet(this, seen, (seen & ~LIFE) | ABANDONED)) {
      return;
    }
    RowVerifier verifier = context.verifier();
    if (verifier != null) {
      verifier.abandoned(operation);
    }
    if (watch != null) {
      watch.abandoned(operation);
    }
    operation.ended(false); // the key may still appear
    if (recorder != null) {
      Shard shard = recorder.shard(type);
      shard.count(counter);
      if (counter == Counter.TIMED_OUT && session != null) {
        sample(FailureSamples.TIMED_OUT, session, nowNanos, Slot::unanswered);
      }
      if (steps != null && steps.measured()) {
        int step = operation.step();
        shard.step(step, steps.name(step)).count(counter);
      }
    }
    if (session != null) {
      session.abandoned();
    }
    owner.abandoned(this);
  }

  private static String late() {
    return "answered after the deadline";
  }

  private static String unanswered() {
    return "no answer before the deadline";
  }

  private void sample(
      String code, Sessions.Entry on, long endNanos, @Nullable Supplier<String> message) {
    FailureSamples samples = context.samples();
    if (samples != null && samples.admits(code, endNanos)) {
      String name = steps == null ? type.name() : type.name() + "/" + steps.name(operation.step());
      String key = operation.size() == 0 ? "" : operation.key().text();
      long serviceNanos = endNanos - startNanos;
      samples.add(
          code,
          new FailureSamples.Sample(endNanos, name, key, on.number(), serviceNanos, ""),
          message);
    }
  }

  Sessions.Entry session() {
    if (session == null) {
      throw new IllegalStateException("not sent");
    }
    return session;
  }

  /** Returns the idle state of the next generation. */
  private static long next(long seen) {
    return (seen & ~LIFE) + LIFE + 1 + IDLE;
  }

  /** Turns a wrong answer into a failure with a code. */
  private Outcome judge(Outcome outcome) {
    RowVerifier verifier = context.verifier();
    if (verifier == null) {
      return outcome;
    }
    RowVerifier.Verdict verdict = verifier.ends(operation, outcome);
    return verdict.isWrong()
        ? Outcome.failed(FailureCode.own(verdict.code())).withAttempts(outcome.attempts())
        : outcome;
  }

  /** Turns the ended operation into its next step or its insert, if one follows. */
  private boolean followUp(Outcome judged, long nowNanos) {
    if (steps != null) {
      boolean goesOn =
          judged.status() == Outcome.Status.SUCCEEDED && operation.step() + 1 < steps.count();
      if (goesOn) {
        beginNextStep(steps.measured() ? judged : null, nowNanos);
      }
      return goesOn;
    }
    if (context.fillsOnlyMissing() && !followed && judged.status() == Outcome.Status.NOT_FOUND) {
      followed = true;
      operation.type(OperationType.INSERT);
      return true;
    }
    return false;
  }

  /**
   * Turns the operation into its next step.
   *
   * @param before outcome of the last step; null if it does not count for the whole operation
   */
  private void beginNextStep(@Nullable Outcome before, long nowNanos) {
    if (before != null) {
      progress.add(before);
    }
    operation.beginStep(operation.step() + 1);
    stepStartNanos = nowNanos;
  }

  private void stepEnded(
      Steps all, @Nullable Shard whole, Outcome judged, boolean isLate, long endNanos) {
    if (whole != null && all.measured()) {
      int step = operation.step();
      Shard shard = whole.step(step, all.name(step));
      if (isLate) {
        shard.count(Counter.TIMED_OUT);
      } else {
        shard.answered(judged, false, stepStartNanos, stepStartNanos, endNanos);
      }
      PhaseRecorder during = plan.during(endNanos);
      if (isLate || during != recorder) {
        Shard there = during == null ? null : during.shard(type).step(step, all.name(step));
        shard.arrived(there, judged, isLate);
      }
    }
    if (isLate) {
      operation.ended(false); // further steps are not sent
    }
  }
}
