package org.plimsoll.engine.share;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Sides;

/**
 * What a generator knows of the shares at one moment: the epoch that it learned of last, and those
 * before it. Times are in run time. Immutable.
 *
 * <p>From the instant of an epoch on, a generator neither sends the operations that it loses nor
 * those that it gains. It sends the latter once the epoch is {@linkplain Shares#commit committed},
 * when nobody else sends them any more. So no operation is sent twice.
 */
public final class ShareView {
  /** Former epochs that are kept, for operations that are handled late. */
  private static final int BEFORE_MAX = 16;

  private static final long NOT_YET = Long.MAX_VALUE;

  private final int generator;
  private final ShareEpoch epoch;
  private final @Nullable ShareView before;
  private final long gainsFromNanos;
  private final boolean grown;
  private final boolean all;

  private ShareView(
      int generator,
      ShareEpoch epoch,
      @Nullable ShareView before,
      long gainsFromNanos,
      boolean grown) {
    this.generator = generator;
    this.epoch = epoch;
    this.before = before;
    this.gainsFromNanos = gainsFromNanos;
    this.grown = grown;
    this.all = before == null && epoch.table().weight(generator) == epoch.table().length();
  }

  /** The view of a generator that knows of one epoch, which is in effect. */
  static ShareView first(int generator, ShareEpoch epoch) {
    return new ShareView(generator, epoch, null, Long.MIN_VALUE, true);
  }

  /** This view with a further epoch. */
  ShareView propose(ShareEpoch next) {
    return new ShareView(generator, next, cut(BEFORE_MAX), NOT_YET, false);
  }

  /** This view without the epochs beyond a number. */
  private ShareView cut(int most) {
    ShareView earlier = before;
    return new ShareView(
        generator,
        epoch,
        earlier == null || most == 1 ? null : earlier.cut(most - 1),
        gainsFromNanos,
        grown);
  }

  /** This view with a committed epoch. */
  ShareView commit(long number, long fromNanos) {
    ShareView earlier = before;
    if (epoch.number() == number) {
      return gainsFromNanos == NOT_YET
          ? new ShareView(generator, epoch, earlier, fromNanos, grown)
          : this;
    }
    return earlier == null
        ? this
        : new ShareView(generator, epoch, earlier.commit(number, fromNanos), gainsFromNanos, grown);
  }

  /** This view with an epoch whose larger bounds may be used. */
  ShareView grow(long number) {
    ShareView earlier = before;
    if (epoch.number() == number) {
      return new ShareView(generator, epoch, earlier, gainsFromNanos, true);
    }
    return earlier == null
        ? this
        : new ShareView(generator, epoch, earlier.grow(number), gainsFromNanos, grown);
  }

  /** The number of the latest epoch. */
  public long number() {
    return epoch.number();
  }

  /** The latest epoch. */
  public ShareEpoch epoch() {
    return epoch;
  }

  /** Whether this generator owns every operation. */
  public boolean isAll() {
    return all;
  }

  /** Whether an operation that is due at an instant counts as this generator's. */
  public boolean owns(long index, long atNanos) {
    return all || at(atNanos).epoch.table().owner(index) == generator;
  }

  /** Whether this generator may send an operation of its own: nobody else may send it. */
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

  /** The view with the epoch that is in effect at an instant. */
  private ShareView at(long atNanos) {
    ShareView view = this;
    for (ShareView earlier = before;
        earlier != null && atNanos < view.epoch.fromNanos();
        earlier = view.before) {
      view = earlier;
    }
    return view;
  }

  /** The table of the latest epoch, of the generators that get one of {@code places}. */
  public ShareTable table(int places) {
    return epoch.table().limitedTo(places);
  }

  /** The share of this generator at an instant, from 0 to 1. */
  public double share(long atNanos) {
    return at(atNanos).epoch.table().share(generator);
  }

  /** Instants after the given one at which shares change, for what follows the share by itself. */
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
   * This generator's part of some parameters: of the bounds, and of the workers. The rate remains
   * the fleet's, since each generator follows the whole schedule.
   *
   * <p>A smaller part is in effect from the instant of its epoch on, a larger one when the others
   * {@linkplain Shares#grow have made room}. So the sum of all parts is never exceeded.
   */
  public Parameters own(Parameters whole, long atNanos) {
    if (all && whole.lanes().stream().allMatch(lane -> lane.sent().equals(Sides.BOTH))) {
      return whole;
    }
    Parameters.Bound bound = whole.bound();
    List<Parameters.Lane> lanes = new ArrayList<>();
    int workers = whole.workers();
    int first = 0;
    for (Parameters.Lane lane : whole.lanes()) {
      int from = first;
      int to = first + lane.workers();
      boolean isIdle = whole.model() == Parameters.Model.CLOSED && lane.sentShare() == 0;
      int own =
          isIdle
              ? 0
              : smallest(atNanos, view -> count(view.epoch.table().split(workers), from, to));
      lanes.add(new Parameters.Lane(lane.name(), lane.mix(), lane.rate(), own, lane.sent()));
      first = to;
    }
    return new Parameters(
        whole.model(),
        lanes,
        whole.arrivals(),
        whole.timeoutNanos(),
        new Parameters.Bound(
            smallest(atNanos, view -> view.part(bound.maxInFlight())),
            bound.whenFull(),
            smallest(atNanos, view -> view.part(bound.maxBacklog()))),
        whole.workload(),
        whole.thinkNanos());
  }

  /** The number of workers that this generator has, or is about to have. */
  public int mostWorkers(Parameters whole) {
    return all ? whole.workers() : part(whole.workers());
  }

  /** A part of a view's generator. */
  private interface Part {
    int of(ShareView view);
  }

  private int smallest(long atNanos, Part part) {
    ShareView view = at(atNanos);
    int least = part.of(view);
    while (!view.grown) {
      ShareView earlier = view.before;
      if (earlier == null) {
        return 0;
      }
      view = earlier.at(atNanos);
      least = Math.min(least, part.of(view));
    }
    return least;
  }

  private int part(int total) {
    return epoch.table().part(total, generator);
  }

  private int count(int[] owners, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += owners[i] == generator ? 1 : 0;
    }
    return count;
  }

  /**
   * The owners of a lane's operations. Where workers keep a schedule, or the in-flight bound is
   * smaller than the fleet, operations belong to generators that can send them.
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

  private ShareView with(UnaryOperator<ShareTable> tables) {
    ShareView earlier = before;
    ShareEpoch changed =
        new ShareEpoch(epoch.number(), epoch.fromNanos(), tables.apply(epoch.table()));
    return new ShareView(
        generator, changed, earlier == null ? null : earlier.with(tables), gainsFromNanos, grown);
  }

  /** The indexes of this generator for whatever has no schedule; null while it owns none. */
  @Nullable OwnIndexes indexes(int places) {
    OwnIndexes earlier = before == null ? null : before.indexes(places);
    return earlier != null || epoch.table().weight(generator) == 0
        ? earlier
        : OwnIndexes.of(epoch, generator, places);
  }
}
