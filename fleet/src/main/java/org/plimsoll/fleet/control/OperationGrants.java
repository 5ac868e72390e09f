package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.engine.share.FillRange;

/**
 * Grants the operations of a measurement that ends with a number of them, in ranges. No operation
 * is granted twice: a generator that was lost may have sent what it held, so nobody sends it.
 *
 * <p>A range takes a generator about a second. Nothing is granted beyond a limit that most nodes
 * know, so that whoever takes over knows up to where its former coordinator may have granted.
 */
final class OperationGrants {
  /** Ranges of a generator, so that it has one while it asks for the next. */
  private static final int HELD_MAX = 2;

  /** Ranges of each generator at first, of equal size. */
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

  /** What a generator holds, and how many operations it takes in about a second. */
  private static final class Holder {
    private List<FillRange> held = List.of();
    private long size;
    private long grantedNanos;
  }

  /**
   * Opens operations after those that were opened before. What is left of these, whose iteration
   * has ended, is granted no more.
   *
   * @param end the number that follows the last of them
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

  /** The first operation of the iteration; nothing is granted before it. */
  long first() {
    return first;
  }

  /** The number that follows the last operation that was opened. */
  long end() {
    return total;
  }

  /**
   * Continues the grants of a former coordinator.
   *
   * @param limitBefore the highest limit that is known
   * @param allHeard whether every node that was granted something has reported
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

  /** A node that was not heard when this coordinator took over holds these ranges. */
  void heldSince(String node, List<FillRange> held) {
    holder(node).held = List.copyOf(held);
    free = without(free, held);
  }

  /** A node has taken all operations of ranges. */
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

  /** A node takes nothing of ranges that it holds, and wants no more. */
  void returned(String node, List<FillRange> ranges) {
    Holder holder = holder(node);
    List<FillRange> back =
        holder.held.stream().flatMap(held -> Positions.common(held, ranges).stream()).toList();
    if (!back.isEmpty()) {
      holder.held = without(holder.held, back);
      free = Positions.union(free, Positions.common(opened(), back));
    }
  }

  /** Takes a share of what is left out of the measurement, which nobody sends. */
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

  /** Most nodes know a limit. */
  void known(long mostKnow) {
    limit = Math.max(limit, mostKnow);
  }

  /** The limit that nodes are to know; grows. */
  long proposed() {
    return proposed;
  }

  /** Proposes the next limit if little is left before the last one; returns whether it did. */
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
   * Grants a node the next range if it holds few.
   *
   * @param active number of nodes that are granted ranges
   * @return whether it did
   */
  boolean grant(String node, int active, long nowNanos) {
    Holder holder = holder(node);
    if (holder.size == 0) {
      holder.size = Math.clamp(opened().size() / ((long) FIRST_PARTS * active), 1, FIRST_MAX);
    }
    if (free.isEmpty() || holder.held.size() >= HELD_MAX || free.getFirst().from() >= limit) {
      return false;
    }
    // At the end, smaller ranges, so that all end together.
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

  /** Whether everything is granted that can be. */
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
