package org.plimsoll.engine.share;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Sides;

/**
 * The shares of a run as one generator knows them at one moment: the latest epoch and those before
 * it. Times are in run time. Immutable.
 *
 * <p>From the start of an epoch on, a generator sends neither the operations that it loses nor
 * those that it gains. It sends its gained operations once the epoch is {@linkplain Shares#commit
 * committed}, when no other generator sends them. So no operation is sent twice.
 *
 * <p>Its part of the workers, and of the bounds of operations in flight, moves in two steps. So the
 * sum of all parts never exceeds the whole, and gaining generators need not wait until the others
 * have nothing in flight. The midway bound of a generator is the mean of its former part and its
 * new one. The midway bounds of all generators add up to the whole.
 *
 * <ol>
 *   <li>From the announcement of an epoch on, a generator is limited to its midway bounds if they
 *       are smaller. When it has sent what was due before the epoch, it is limited to its new
 *       bounds if they are smaller. No generator uses more than before, so all are within their
 *       former parts.
 *   <li>When all generators have reported that they are within their midway bounds, each may use
 *       these ({@link Growth#MIDWAY}). All remain limited to them.
 *   <li>When all have reported that they are within their new bounds, each may use these ({@code
 *       Growth#WHOLE}). All have been limited to them since they reported it.
 * </ol>
 *
 * <p>A generator that is new to the run delays its operations until the second step, since it has
 * no part of the bounds before that ({@link #isAwaited}).
 *
 * <p>So a generator that has reported a bound cannot exceed it before the next step, whatever
 * messages it receives in between, and no step depends on clocks. Operations that are in flight for
 * a long time delay the steps.
 */
public final class ShareView {
  /** Number of earlier epochs that are kept for operations that are handled late. */
  private static final int BEFORE_MAX = 16;

  private static final long NOT_YET = Long.MAX_VALUE;

  /** How far a generator may use those bounds of an epoch that are larger than before. */
  enum Growth {
    NONE,
    MIDWAY,
    WHOLE
  }

  private final int generator;
  private final ShareEpoch epoch;
  private final @Nullable ShareView before;
  private final long gainsFromNanos;
  private final Growth growth;
  private final boolean all;

  private ShareView(
      int generator,
      ShareEpoch epoch,
      @Nullable ShareView before,
      long gainsFromNanos,
      Growth growth) {
    this.generator = generator;
    this.epoch = epoch;
    this.before = before;
    this.gainsFromNanos = gainsFromNanos;
    this.growth = growth;
    this.all = before == null && epoch.table().weight(generator) == epoch.table().length();
  }

  /** Creates the view of a generator with one epoch, which is in effect. */
  static ShareView first(int generator, ShareEpoch epoch) {
    return new ShareView(generator, epoch, null, Long.MIN_VALUE, Growth.WHOLE);
  }

  /**
   * Returns this view with a further epoch. A generator that was cut off may receive an epoch after
   * the next one.
   */
  ShareView propose(ShareEpoch next) {
    if (next.number() > epoch.number()) {
      return new ShareView(generator, next, cut(BEFORE_MAX), NOT_YET, Growth.NONE);
    }
    ShareView earlier = before;
    ShareView inserted =
        earlier == null || next.number() == epoch.number() ? earlier : earlier.propose(next);
    return inserted == earlier
        ? this
        : new ShareView(generator, epoch, inserted, gainsFromNanos, growth);
  }

  /** Returns this view without the epochs beyond a number. */
  private ShareView cut(int most) {
    ShareView earlier = before;
    return new ShareView(
        generator,
        epoch,
        earlier == null || most == 1 ? null : earlier.cut(most - 1),
        gainsFromNanos,
        growth);
  }

  /** Returns this view with a committed epoch. */
  ShareView commit(long number, long fromNanos) {
    ShareView earlier = before;
    if (epoch.number() == number) {
      return gainsFromNanos == NOT_YET
          ? new ShareView(generator, epoch, earlier, fromNanos, growth)
          : this;
    }
    return earlier == null
        ? this
        : new ShareView(
            generator, epoch, earlier.commit(number, fromNanos), gainsFromNanos, growth);
  }

  /** Returns this view with an epoch whose larger bounds may be used. */
  ShareView grow(long number, Growth to) {
    ShareView earlier = before;
    if (epoch.number() == number) {
      boolean isKnown = to != Growth.MIDWAY || epoch.former() != null;
      return growth.compareTo(to) < 0 && isKnown
          ? new ShareView(generator, epoch, earlier, gainsFromNanos, to)
          : this;
    }
    return earlier == null
        ? this
        : new ShareView(generator, epoch, earlier.grow(number, to), gainsFromNanos, growth);
  }

  /** Returns the number of the latest epoch. */
  public long number() {
    return epoch.number();
  }

  /** Whether this generator has no committed share before the latest epoch. */
  boolean isNew() {
    for (ShareView earlier = before; earlier != null; earlier = earlier.before) {
      boolean isCommitted = earlier.gainsFromNanos != NOT_YET;
      if (isCommitted && earlier.epoch.table().weight(generator) > 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the operations that are due at an instant wait for the other generators. They do if
   * this generator is new, and the others may still send its operations or use its part of the
   * bounds.
   */
  public boolean isAwaited(long atNanos) {
    boolean isOpen = gainsFromNanos == NOT_YET || growth == Growth.NONE;
    return isOpen && atNanos >= epoch.fromNanos() && isNew();
  }

  /** The latest epoch. */
  public ShareEpoch epoch() {
    return epoch;
  }

  /** Whether this generator owns every operation. */
  public boolean isAll() {
    return all;
  }

  /** Whether an operation that is due at an instant is counted by this generator. */
  public boolean owns(long index, long atNanos) {
    return all || at(atNanos).epoch.table().owner(index) == generator;
  }

  /** Whether this generator may send one of its own operations, because no other generator may. */
  public boolean maySend(long index, long atNanos) {
    if (all) {
      return true;
    }
    ShareView view = at(atNanos);
    while (view.epoch.table().owner(index) == generator) {
      ShareView earlier = view.before;
      if (atNanos >= view.gainsFromNanos) {
        return true;
      }
      if (earlier == null) {
        return false;
      }
      view = earlier.at(atNanos);
    }
    return false;
  }

  /** Returns the view with the epoch that is in effect at an instant. */
  private ShareView at(long atNanos) {
    ShareView view = this;
    for (ShareView earlier = before;
        earlier != null && atNanos < view.epoch.fromNanos();
        earlier = view.before) {
      view = earlier;
    }
    return view;
  }

  /** Returns the latest epoch's table, limited to the generators that get one of {@code places}. */
  public ShareTable table(int places) {
    return epoch.table().limitedTo(places);
  }

  /** Returns the share of this generator at an instant, from 0 to 1. */
  public double share(long atNanos) {
    return at(atNanos).epoch.table().share(generator);
  }

  /**
   * Returns the first instant after the given one at which shares change; {@link Long#MAX_VALUE} if
   * there is none.
   */
  public long nextChange(long afterNanos) {
    long next = Long.MAX_VALUE;
    for (ShareView view = this; view != null; view = view.before) {
      if (view.epoch.fromNanos() > afterNanos) {
        next = Math.min(next, view.epoch.fromNanos());
      }
    }
    return next;
  }

  /**
   * Returns this generator's part of the parameters: of the bounds and of the workers. The rate
   * remains that of the fleet, since each generator follows the whole schedule.
   *
   * <p>A smaller part takes effect at the instant of its epoch, and halfway at its announcement. A
   * larger part takes effect when the others {@linkplain Shares#grow have made room}. So the sum of
   * all parts is never exceeded.
   */
  public Parameters own(Parameters whole, long atNanos) {
    if (all && whole.lanes().stream().allMatch(lane -> lane.sent().equals(Sides.BOTH))) {
      return whole;
    }
    return limited(whole, parts -> bound(atNanos, parts));
  }

  /** Returns the parameters with the midway bounds of the latest epoch; null if it has none. */
  public @Nullable Parameters midway(Parameters whole) {
    return epoch.former() == null ? null : limited(whole, this::midway);
  }

  /** Splits a number by a table: the part of each generator. */
  private interface Parts {
    SortedMap<Integer, Integer> by(ShareTable table);
  }

  private static Parameters limited(Parameters whole, ToIntFunction<Parts> bound) {
    Parameters.Bound bounds = whole.bound();
    List<Parameters.Lane> lanes = new ArrayList<>();
    int workers = whole.workers();
    int first = 0;
    for (Parameters.Lane lane : whole.lanes()) {
      int from = first;
      int to = first + lane.workers();
      boolean isIdle = whole.model() == Parameters.Model.CLOSED && lane.sentShare() == 0;
      int own =
          isIdle ? 0 : bound.applyAsInt(table -> ShareTable.counts(table.split(workers), from, to));
      lanes.add(new Parameters.Lane(lane.name(), lane.mix(), lane.rate(), own, lane.sent()));
      first = to;
    }
    return new Parameters(
        whole.model(),
        lanes,
        whole.arrivals(),
        whole.timeoutNanos(),
        new Parameters.Bound(
            bound.applyAsInt(table -> table.parts(bounds.maxInFlight())),
            bounds.whenFull(),
            bound.applyAsInt(table -> table.parts(bounds.maxBacklog()))),
        whole.workload(),
        whole.thinkNanos());
  }

  /**
   * Returns this generator's part of a number of operations in flight, or of workers, at an
   * instant.
   */
  public int part(int total, long atNanos) {
    return bound(atNanos, table -> table.parts(total));
  }

  /**
   * Returns this generator's midway part of a number for the latest epoch; the number itself if
   * there is none.
   */
  public int midway(int total) {
    return Math.min(total, midway(table -> table.parts(total)));
  }

  /** Returns the number of workers that this generator has, or is about to have. */
  public int mostWorkers(Parameters whole) {
    return all ? whole.workers() : epoch.table().part(whole.workers(), generator);
  }

  private int bound(long atNanos, Parts parts) {
    int least = Integer.MAX_VALUE;
    ShareView view = this;
    for (ShareView earlier = before;
        earlier != null && atNanos < view.epoch.fromNanos();
        earlier = view.before) {
      least = Math.min(least, view.midway(parts));
      view = earlier;
    }
    while (true) {
      least = Math.min(least, parts.by(view.epoch.table()).getOrDefault(generator, 0));
      if (view.growth == Growth.WHOLE) {
        return least;
      }
      least = Math.min(least, view.midway(parts));
      if (view.growth == Growth.MIDWAY) {
        return least;
      }
      ShareView earlier = view.before;
      if (earlier == null) {
        return 0;
      }
      view = earlier.at(atNanos);
    }
  }

  private int midway(Parts parts) {
    ShareTable former = epoch.former();
    return former == null
        ? Integer.MAX_VALUE
        : ShareTable.midway(parts.by(former), parts.by(epoch.table()), generator);
  }

  /**
   * Returns the owners of a lane's operations. If workers keep a schedule, or if the in-flight
   * bound is below the number of generators, only generators that can send operations own some.
   *
   * @param whole the parameters of the fleet
   */
  public ShareView ofLane(Parameters whole, int lane) {
    if (all) {
      return this;
    }
    int most = whole.bound().maxInFlight();
    int workers = whole.workers();
    if (whole.model() != Parameters.Model.PACED || whole.lanes().get(lane).workers() == 0) {
      return with(table -> table.limitedTo(most));
    }
    int from = whole.lanes().subList(0, lane).stream().mapToInt(Parameters.Lane::workers).sum();
    int to = from + whole.lanes().get(lane).workers();
    return with(table -> ShareTable.ofOwners(table.split(workers), from, to));
  }

  /** Whether a lane's operations have the same owners with two sets of parameters of the fleet. */
  public boolean hasSameOwners(Parameters one, Parameters other, int lane) {
    ShareView ofOther = ofLane(other, lane);
    for (ShareView view = ofLane(one, lane); view != null; view = view.before) {
      if (ofOther == null || !view.epoch.table().equals(ofOther.epoch.table())) {
        return false;
      }
      ofOther = ofOther.before;
    }
    return true;
  }

  private ShareView with(UnaryOperator<ShareTable> tables) {
    ShareView earlier = before;
    ShareEpoch changed =
        new ShareEpoch(epoch.number(), epoch.fromNanos(), tables.apply(epoch.table()));
    return new ShareView(
        generator, changed, earlier == null ? null : earlier.with(tables), gainsFromNanos, growth);
  }

  /**
   * Returns this generator's indexes for operations that no schedule assigns; null while it owns
   * none.
   */
  @Nullable OwnIndexes indexes(int places) {
    OwnIndexes earlier = before == null ? null : before.indexes(places);
    return earlier != null || epoch.table().weight(generator) == 0
        ? earlier
        : OwnIndexes.of(epoch, generator, places);
  }
}
