package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.engine.share.FillRange;

/**
 * Grants the operations of a measurement with a fixed number of operations, in ranges. No operation
 * is granted twice. A lost generator may have sent its granted operations, so they are not granted
 * again.
 *
 * <p>A generator needs about one second for the operations of a range. No operation is granted
 * above a limit that a majority of nodes has stored. A new coordinator therefore knows how many the
 * previous one may have granted.
 */
final class OperationGrants {
  /** Maximum number of ranges that a generator holds: it uses one while it requests the next. */
  private static final int HELD_MAX = 2;

  /** Initial number of equal ranges for each generator. */
  private static final int FIRST_PARTS = 16;

  private static final long FIRST_MAX = 1_000;
  private static final long SHORT_NANOS = 500_000_000L;
  private static final long LONG_NANOS = 2_000_000_000L;

  private final Map<String, Holder> holders = new TreeMap<>();
  private List<FillRange> used = List.of();
  private List<FillRange> free = List.of();
  private long first;
  private long total;
  private long limit;
  private long proposed;

  /**
   * The granted ranges of a generator, and the number of operations that it needs in about one
   * second.
   */
  private static final class Holder {
    private List<FillRange> held = List.of();
    private long size;
    private long grantedNanos;
  }

  /**
   * Opens the operations of the next iteration. The rest of the previous iteration is no longer
   * granted.
   *
   * @param end number after the last operation
   */
  void open(long end) {
    first = total;
    total = end;
    free = List.of(opened());
  }

  private FillRange opened() {
    return new FillRange(first, total, false);
  }

  boolean isOpen() {
    return total > 0;
  }

  /** Returns the first operation of the iteration. */
  long first() {
    return first;
  }

  /** Returns the number after the last opened operation. */
  long end() {
    return total;
  }

  /**
   * Continues the grants of the previous coordinator.
   *
   * @param limitBefore highest known limit
   * @param allHeard whether all nodes with granted ranges have reported
   */
  void restore(
      List<FillRange> usedBefore,
      Map<String, List<FillRange>> heldBefore,
      long limitBefore,
      boolean allHeard) {
    used = Positions.union(used, usedBefore);
    proposed = limitBefore;
    List<FillRange> taken = new ArrayList<>(used);
    heldBefore.forEach((node, held) -> {
      holder(node).held = List.copyOf(held);
      taken.addAll(held);
    });
    if (!allHeard) {
      taken.add(new FillRange(0, limitBefore, false));
    }
    free = Positions.minus(opened(), taken);
  }

  /**
   * Adds ranges that the previous coordinator has granted to a node. The node reported them after
   * the take-over.
   */
  void heldSince(String node, List<FillRange> held) {
    holder(node).held = List.copyOf(held);
    free = without(free, held);
  }

  /** Records the ranges that a node has completed. */
  void used(String node, List<FillRange> ranges, long nowNanos) {
    if (Positions.containsAll(used, ranges)) {
      return;
    }
    used = Positions.union(used, ranges);
    free = without(free, ranges);
    Holder holder = holder(node);
    int before = holder.held.size();
    holder.held = without(holder.held, ranges);
    if (holder.held.size() < before && holder.size > 0) {
      long nanos = nowNanos - holder.grantedNanos;
      if (nanos < SHORT_NANOS) {
        holder.size *= 2;
      } else if (nanos > LONG_NANOS) {
        holder.size = Math.max(1, holder.size / 2);
      }
    }
  }

  /** Records the ranges that a node returns without using them. The node requests no more. */
  void returned(String node, List<FillRange> ranges) {
    Holder holder = holder(node);
    List<FillRange> back =
        holder.held.stream().flatMap(held -> Positions.common(held, ranges).stream()).toList();
    if (!back.isEmpty()) {
      holder.held = without(holder.held, back);
      free = Positions.union(free, Positions.common(opened(), back));
    }
  }

  /**
   * Removes a share of the remaining operations from the measurement; no generator will send them.
   */
  void giveUp(double share) {
    long left = (long) (Positions.count(free) * (1 - share));
    List<FillRange> rest = new ArrayList<>();
    for (FillRange each : free) {
      long size = Math.min(left, each.size());
      if (size > 0) {
        rest.add(new FillRange(each.from(), each.from() + size, false));
      }
      left -= size;
    }
    free = rest;
  }

  /** Records a limit that a majority of nodes has stored. */
  void known(long mostKnow) {
    limit = Math.max(limit, mostKnow);
  }

  /** Returns the limit that the nodes must store. It never decreases. */
  long proposed() {
    return proposed;
  }

  /**
   * Proposes the next limit if few operations are left below the current one; returns whether it
   * did.
   */
  boolean propose() {
    long perSecond = holders.values().stream().mapToLong(each -> each.size).sum();
    long next = free.isEmpty() ? total : free.getFirst().from();
    long wanted = Math.min(total, next + Math.max(1, 4 * perSecond));
    if (free.isEmpty() || proposed - next >= Math.max(1, 2 * perSecond) || wanted <= proposed) {
      return false;
    }
    proposed = wanted;
    return true;
  }

  /**
   * Grants a node the next range if it has few ranges.
   *
   * @param active number of nodes that receive ranges
   * @return whether a range was granted
   */
  boolean grant(String node, int active, long nowNanos) {
    Holder holder = holder(node);
    if (holder.size == 0) {
      holder.size = Math.clamp(opened().size() / ((long) FIRST_PARTS * active), 1, FIRST_MAX);
    }
    if (free.isEmpty() || holder.held.size() >= HELD_MAX || free.getFirst().from() >= limit) {
      return false;
    }
    // The last ranges are smaller, so that all nodes end together.
    FillRange next = free.getFirst();
    long most = Math.max(holder.size / 8, Positions.count(free) / (2L * active));
    long size = Math.max(1, Math.min(holder.size, most));
    long to = Math.min(Math.min(next.to(), limit), next.from() + size);
    List<FillRange> rest = new ArrayList<>(free.subList(1, free.size()));
    if (to < next.to()) {
      rest.addFirst(new FillRange(to, next.to(), false));
    }
    free = rest;
    List<FillRange> held = new ArrayList<>(holder.held);
    held.add(new FillRange(next.from(), to, false));
    holder.held = held;
    holder.grantedNanos = nowNanos;
    return true;
  }

  List<FillRange> held(String node) {
    Holder holder = holders.get(node);
    return holder == null ? List.of() : List.copyOf(holder.held);
  }

  /** Whether all operations are granted. */
  boolean isAllGranted() {
    return total > 0 && free.isEmpty();
  }

  List<FillRange> used() {
    return used;
  }

  private Holder holder(String node) {
    return holders.computeIfAbsent(node, _ -> new Holder());
  }

  private static List<FillRange> without(List<FillRange> ranges, List<FillRange> others) {
    return ranges.stream().flatMap(range -> Positions.minus(range, others).stream()).toList();
  }
}
