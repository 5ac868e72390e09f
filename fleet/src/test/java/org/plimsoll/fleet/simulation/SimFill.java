package org.plimsoll.fleet.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.plimsoll.engine.share.FillRange;

/** Writes the rows of the ranges that one generator is granted, one after another. */
final class SimFill {
  private final SimNode node;
  private final SimTarget target;
  private final long rowNanos;
  private final BooleanSupplier isLive;
  private final BooleanSupplier hasRight;
  private final List<FillRange> ranges = new ArrayList<>();

  SimFill(
      SimNode node,
      SimTarget target,
      long rowNanos,
      BooleanSupplier isLive,
      BooleanSupplier hasRight) {
    this.node = node;
    this.target = target;
    this.rowNanos = rowNanos;
    this.isLive = isLive;
    this.hasRight = hasRight;
  }

  void add(String run, FillRange range) {
    ranges.add(range);
    next(run, range, range.from());
  }

  void remove(FillRange range) {
    ranges.remove(range);
  }

  private void next(String run, FillRange range, long position) {
    node.after(
        rowNanos,
        () -> {
          if (!isLive.getAsBoolean() || !ranges.contains(range)) {
            return;
          }
          if (!hasRight.getAsBoolean()) {
            next(run, range, position);
            return;
          }
          node.checkRight();
          target.row(node.id(), position, range.onlyMissing());
          if (position + 1 < range.to()) {
            next(run, range, position + 1);
          } else {
            ranges.remove(range);
            node.member().filled(run, range, node.localNanos());
          }
        });
  }
}
