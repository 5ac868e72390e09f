package org.plimsoll.fleet.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.FillRanges;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.run.FleetSeat;

/** The fills of a run on this node. Thread-safe. */
final class PartFills {
  private final String run;
  private final FleetCalls calls;
  private final Shares shares;
  private final Supplier<List<PartJournal.OpenFill>> opened;

  // Guarded by this, like the following fields.
  private final Map<Integer, SharedFill> fills = new TreeMap<>();
  private final List<FillRange> granted = new ArrayList<>();
  private List<FillRange> done = List.of();
  private boolean over;

  /**
   * @param opened the fills that the coordinator has opened, in order
   */
  PartFills(
      String run, FleetCalls calls, Shares shares, Supplier<List<PartJournal.OpenFill>> opened) {
    this.run = run;
    this.calls = calls;
    this.shares = shares;
    this.opened = opened;
  }

  /** Starts a fill, which the coordinator opens when the first generator starts it. */
  FillRanges begin(FleetSeat.Fill fill) {
    long rows = fill.to() - fill.from();
    SharedFill shared =
        new SharedFill(
            fill.from(),
            rows,
            () -> shares.maySend(System.nanoTime()),
            range -> calls.member((member, nanos) -> member.filled(run, range, nanos)));
    synchronized (this) {
      fills.put(fill.number(), shared);
    }
    calls.ask(new Command.Fill(run, fill.number(), rows));
    pass();
    return shared;
  }

  /** Passes the known ranges to the started fills. */
  void pass() {
    List<PartJournal.OpenFill> open = opened.get();
    for (PartJournal.OpenFill each : open) {
      SharedFill fill;
      List<FillRange> written;
      synchronized (this) {
        fill = fills.get(each.number());
        written = done;
      }
      if (fill != null) {
        fill.opened(each.base());
        take(fill).forEach(fill::granted);
        fill.filledByAll(written);
      }
    }
    if (isOver()) {
      all().forEach(SharedFill::abandon);
    }
  }

  private synchronized boolean isOver() {
    return over;
  }

  private synchronized List<FillRange> take(SharedFill fill) {
    List<FillRange> its = granted.stream().filter(fill::contains).toList();
    granted.removeAll(its);
    return its;
  }

  private synchronized List<SharedFill> all() {
    return List.copyOf(fills.values());
  }

  void granted(FillRange range) {
    synchronized (this) {
      granted.add(range);
    }
    pass();
  }

  void revoked(FillRange range) {
    synchronized (this) {
      granted.remove(range);
    }
    all().stream().filter(fill -> fill.contains(range)).forEach(fill -> fill.revoked(range));
  }

  void filledByAll(List<FillRange> written) {
    synchronized (this) {
      done = List.copyOf(written);
    }
    pass();
  }

  /** Continues after a renewal of the lease. */
  void pump() {
    all().forEach(SharedFill::pump);
  }

  /** Ends all fills, because the run has ended. */
  void abandon() {
    synchronized (this) {
      over = true;
    }
    all().forEach(SharedFill::abandon);
  }
}
