package org.plimsoll.engine.load;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.share.ShareView;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Parameters;

/**
 * Determines the next operation of an open load from its lanes, which follow changes to parameters
 * and shares at their instants. Used by the pacer's thread.
 */
final class OpenCourse {
  /**
   * How far ahead the pacer walks, past the arrivals of other generators. Changes are known earlier
   * than that, so a walk seldom has to go back.
   */
  private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /**
   * How long an ended load waits for the owner of an arrival to become known. This is longer than
   * another coordinator needs to take over, and longer than a node needs to learn that its fleet
   * has removed it.
   */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /**
   * How long a new generator delays an arrival until the others hand over its share. This is longer
   * than a busy machine delays messages. Longer waits would end in a burst.
   */
  private static final long HAND_OVER_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long NEVER = Long.MAX_VALUE;

  private final Course course;
  private final OpenLanes lanes;
  private final LongSupplier clock;
  private ShareView shares;
  private long startNanos;
  private long originNanos;

  /** Run time of the next share change. */
  private long rescalesNanos = NEVER;

  /**
   * Arrivals before this instant are not sent, because a change of their schedule became known too
   * late.
   */
  private long lateUntilNanos;

  private boolean isLate;

  /**
   * The instant since which the owner of an arrival is unknown; {@link #NEVER} while it is known.
   */
  private long unclearNanos = NEVER;

  OpenCourse(Course course, OpenLanes lanes, LongSupplier clock) {
    this.course = course;
    this.lanes = lanes;
    this.clock = clock;
    this.shares = course.shares().view();
  }

  /** Sets the start of the load. Called before any other method. */
  void start(long nanos) {
    startNanos = nanos;
    originNanos = course.shares().originNanos();
    course.reach(nanos, nanos);
    course.renew(nanos);
    rescalesNanos = shares.nextChange(nanos - originNanos);
  }

  /** Applies changed shares, and parameter changes that are due. */
  void follow(Arena arena, long nowNanos) {
    ShareView view = course.shares().view();
    if (view != shares) {
      shares = view;
      course.renew(nowNanos);
      lanes.shares(view);
      rescale(nowNanos - originNanos);
    } else if (rescalesNanos != NEVER && nowNanos - originNanos >= rescalesNanos) {
      rescale(rescalesNanos);
    }
    for (Course.Change planned = course.planned();
        planned != null && isDue(planned, nowNanos);
        planned = course.planned()) {
      course.taken();
      course.change(planned.next(), nowNanos);
      Parameters applied = lanes.applied();
      if (applied != null) {
        apply(arena, planned.fromNanos());
        if (changesSchedule(applied, planned.next())) {
          isLate = planned.learnedNanos() - planned.fromNanos() > 0;
          lateUntilNanos = planned.learnedNanos();
        }
      }
    }
    if (course.whole() != lanes.applied()) {
      apply(arena, nowNanos);
    }
  }

  /** Whether a change affects when operations are due, or which generator sends them. */
  private boolean changesSchedule(Parameters before, Parameters next) {
    return !next.hasScheduleOf(before)
        || IntStream.range(0, next.lanes().size())
            .anyMatch(lane -> !shares.hasSameOwners(before, next, lane));
  }

  private void apply(Arena arena, long fromNanos) {
    lanes.apply(course.whole(), arena, shares, fromNanos, startNanos, originNanos);
  }

  private void rescale(long runNanos) {
    lanes.follow(originNanos, originNanos + runNanos);
    rescalesNanos = shares.nextChange(runNanos);
  }

  /** Whether every arrival before a change was handled. */
  private boolean isDue(Course.Change change, long nowNanos) {
    if (lanes.applied() == null) {
      return change.fromNanos() - startNanos <= 0;
    }
    return change.fromNanos() - nowNanos <= 0
        && lanes.earliest().dueNanos() - change.fromNanos() >= 0;
  }

  /**
   * Returns the lane with the next arrival. With several generators, this arrival belongs to this
   * generator, ends the measurement, or is later than now.
   */
  OpenLane next(long nowNanos) {
    if (shares.isAll()) {
      return lanes.earliest();
    }
    OpenLane lane = lanes.earliestOwn(orChange(nowNanos + AHEAD_NANOS), originNanos);
    course.reach(lane.dueNanos(), nowNanos);
    return lane;
  }

  /** Returns this generator's part of the parameters for the lane's next arrival, which is due. */
  Parameters own(OpenLane lane, long nowNanos) {
    return shares.isAll() ? course.own() : course.reach(lane.dueNanos(), nowNanos);
  }

  /** Called when the schedule has ended: no arrival is left that could be late. */
  void end(long nowNanos) {
    course.reach(Alarm.NEVER, nowNanos);
  }

  /** Whether the lane's next operation belongs to this generator. */
  boolean isOwn(OpenLane lane) {
    return shares.isAll() || lane.isOwn(originNanos);
  }

  /** Whether all operations of the measurement are due before the lane's next one. */
  boolean isComplete(OpenLane lane) {
    return lanes.isComplete(lane);
  }

  /** Returns the given instant, or that of the next planned change if it is earlier. */
  long orChange(long nanos) {
    Course.Change planned = course.planned();
    return planned != null && planned.fromNanos() - nanos < 0 ? planned.fromNanos() : nanos;
  }

  /**
   * Whether another generator may have taken over an arrival and counts it. This is known as soon
   * as this generator may send again. An ended load waits for a limited time, and then counts the
   * arrival itself.
   *
   * @param isCut whether the load has ended
   */
  boolean mayBeOthers(OpenLane lane, boolean isCut) {
    Shares rights = course.shares();
    if (rights.mayAlwaysSend()) {
      return false;
    }
    long nowNanos = clock.getAsLong();
    if (!rights.isUnclear(lane.dueNanos(), nowNanos)) {
      unclearNanos = NEVER;
      return rights.view() != shares; // the fleet's decision arrived after the shares were read
    }
    if (unclearNanos == NEVER) {
      unclearNanos = nowNanos;
    }
    return !isCut || nowNanos - unclearNanos < PATIENCE_NANOS;
  }

  /** Whether an arrival waits because the others have not handed over this generator's share. */
  boolean awaitsShare(OpenLane lane) {
    long dueNanos = lane.dueNanos();
    long mostNanos = Math.min(HAND_OVER_NANOS, course.own().timeoutNanos());
    return shares.isAwaited(dueNanos - originNanos) && clock.getAsLong() - dueNanos < mostNanos;
  }

  /**
   * Whether this generator has the right to send an arrival, and has had it since the arrival was
   * due.
   */
  boolean mayStart(OpenLane lane, boolean holds) {
    Shares rights = course.shares();
    if (shares.isAll() && rights.mayAlwaysSend()) {
      return true;
    }
    long nowNanos = clock.getAsLong();
    long dueNanos = lane.dueNanos();
    boolean isKnownTooLate = isLate && dueNanos - lateUntilNanos < 0;
    return !isKnownTooLate
        && (holds ? rights.maySend(nowNanos) : rights.maySend(dueNanos, nowNanos))
        && lane.shares().maySend(lane.index(), dueNanos - originNanos);
  }
}
