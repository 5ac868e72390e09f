package org.plimsoll.fleet.control;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plimsoll.fleet.control.FleetMessage.Items;
import org.plimsoll.fleet.control.StreamItem.Covered;

/**
 * A node's copy of the merged stream of a run. The last minute is in memory, for a new coordinator.
 * All items are on disk, for nodes that join later. It passes each item to the generator once and
 * in order. After the end of the run, all items are only on disk.
 */
final class Mirror {
  /**
   * Number of items in memory, more than the coordinators on both sides of a network partition can
   * have merged.
   */
  static final int WINDOW = 64;

  private final String run;
  private final LocalRuns local;
  private final ItemStore store;
  private final Deque<StreamItem> window = new ArrayDeque<>();

  /** Last one-second result of each generator before the window. */
  private final Map<Integer, Long> before = new TreeMap<>();

  private long last;
  private long passed;

  Mirror(String run, LocalRuns local, ItemStore store) {
    this.run = run;
    this.local = local;
    this.store = store;
  }

  /** Adds the coordinator's items that continue this stream; returns whether any were new. */
  boolean accept(long oldest, Term before, List<StreamItem> incoming) {
    if (incoming.isEmpty()) {
      return false;
    }
    long first = incoming.getFirst().number();
    if (first > last + 1 && first == oldest) {
      window.forEach(item -> item.covers().forEach(each -> cover(this.before, each)));
      window.clear();
      last = first - 1;
    } else if (first > last + 1 || (remembers(first - 1) && !termAt(first - 1).equals(before))) {
      return false;
    }
    boolean changed = false;
    for (StreamItem item : incoming) {
      if (item.number() <= last) {
        if (!remembers(item.number()) || item.term().equals(termAt(item.number()))) {
          continue;
        }
        dropFrom(item.number());
      }
      window.addLast(item);
      last = item.number();
      store.put(run, item);
      changed = true;
      if (window.size() > WINDOW) {
        window.removeFirst().covers().forEach(each -> cover(this.before, each));
      }
    }
    pass();
    return changed;
  }

  /** Passes the next items to the generator. A generator that has joined late must catch up. */
  void pass() {
    while (passed < last && !local.isBehind(run)) {
      long next = passed + 1;
      Optional<StreamItem> item = get(next);
      while (item.isEmpty() && next < last) {
        item = get(++next);
      }
      if (item.isEmpty() || next > passed + 1) {
        local.mergedMissing(run, item.isEmpty() ? last + 1 : next);
      }
      passed = next;
      item.ifPresent(each -> local.merged(run, each));
    }
  }

  /** Passes all items again, because another generator receives them. */
  void passAgain() {
    passed = 0;
    pass();
  }

  private Optional<StreamItem> get(long number) {
    return window.stream()
        .filter(item -> item.number() == number)
        .findFirst()
        .map(item -> store.whole(run, item))
        .or(() -> store.get(run, number))
        .filter(item -> !item.isSlim());
  }

  /** Whether the generator has received all items. */
  boolean isPassed() {
    return passed == last;
  }

  long last() {
    return last;
  }

  Term lastTerm() {
    return termAt(last);
  }

  /** Returns the last one-second result of each generator in the stream. */
  List<Covered> kept() {
    Map<Integer, Long> all = new TreeMap<>(before);
    window.forEach(item -> item.covers().forEach(each -> cover(all, each)));
    List<Covered> kept = new ArrayList<>();
    all.forEach((generator, number) -> kept.add(new Covered(generator, number)));
    return kept;
  }

  /**
   * Returns the answer to a request for items: a few items from a number on, or from the oldest one
   * in memory.
   */
  Items from(Term term, String node, long number) {
    List<StreamItem> page =
        StreamItem.page(
            window.stream()
                .filter(item -> item.number() >= number)
                .limit(StreamItem.PAGE)
                .map(item -> store.whole(run, item))
                .toList());
    Term before = page.isEmpty() ? Term.NONE : termAt(page.getFirst().number() - 1);
    return new Items(term, node, run, oldest(), before, page);
  }

  /** Frees the memory of items that are stored on disk. Called when the run has ended. */
  void slim() {
    for (int left = window.size(); left > 0; left--) {
      window.addLast(store.slim(run, window.removeFirst()));
    }
  }

  /** Returns the bytes of merged seconds in memory. */
  long bytes() {
    return window.stream().mapToLong(item -> item.merged().length).sum();
  }

  /** Returns the number of the oldest item in memory; the next number if there is none. */
  long oldest() {
    return window.isEmpty() ? last + 1 : window.getFirst().number();
  }

  private boolean remembers(long number) {
    return number >= oldest() && number <= last;
  }

  Term termAt(long number) {
    for (StreamItem item : window) {
      if (item.number() == number) {
        return item.term();
      }
    }
    return Term.NONE;
  }

  private void dropFrom(long number) {
    if (number <= passed) {
      local.mergedDropped(run, number);
      passed = number - 1;
    }
    window.removeIf(item -> item.number() >= number);
    last = number - 1;
  }

  private static void cover(Map<Integer, Long> kept, Covered covered) {
    kept.merge(covered.generator(), covered.number(), Math::max);
  }
}
