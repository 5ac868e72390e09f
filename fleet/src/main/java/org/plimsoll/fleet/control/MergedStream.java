package org.plimsoll.fleet.control;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.fleet.control.FleetMessage.Second;
import org.plimsoll.fleet.control.Merger.Part;
import org.plimsoll.fleet.control.StreamItem.Covered;

/**
 * Merges the one-second results of all generators of a run into one stream of items. Each result is
 * in exactly one item; the results of a generator are in order. A late result is an addition in a
 * later item. A generator may delete a result when all mirrors have stored its item.
 */
final class MergedStream {
  private static final int PARTS_MAX = 512;

  private final String run;
  private final Timings timings;
  private final Merger merger;
  private final ItemStore store;
  private final TreeMap<Long, StreamItem> window = new TreeMap<>();
  private final Map<Integer, Long> covered = new TreeMap<>();
  private final Map<Integer, Long> kept = new TreeMap<>();
  private final Map<Integer, TreeMap<Long, Second>> waiting = new TreeMap<>();
  private final TreeMap<Long, Long> firstArrivalNanos = new TreeMap<>();
  private long last;
  private long keptItem;
  private long nextSecond;

  /**
   * @param store contains the items that are no longer in memory
   */
  MergedStream(String run, Timings timings, Merger merger, ItemStore store) {
    this.run = run;
    this.timings = timings;
    this.merger = merger;
    this.store = store;
  }

  /** Continues the stream of the previous coordinator after its last items. */
  void restore(List<Covered> coveredBefore, List<StreamItem> items) {
    coveredBefore.forEach(each -> covered.put(each.generator(), each.number()));
    for (StreamItem item : items) {
      window.put(item.number(), item);
      last = item.number();
      nextSecond = Math.max(nextSecond, item.second() + 1);
    }
    kept.putAll(covered);
    for (StreamItem item : items) {
      item.covers().forEach(each -> kept.merge(each.generator(), each.number() - 1, Math::min));
    }
    keptItem = window.isEmpty() ? 0 : window.firstKey() - 1;
  }

  /** Receives a one-second result of a generator. */
  void add(Second second, long nowNanos) {
    if (second.number() > covered.getOrDefault(second.generator(), 0L)) {
      waiting
          .computeIfAbsent(second.generator(), generator -> new TreeMap<>())
          .put(second.number(), second);
      firstArrivalNanos.putIfAbsent(second.second(), nowNanos);
    }
  }

  /**
   * Merges the next second if it is complete or overdue, and the additions to earlier seconds.
   *
   * @param active generators that should deliver each second
   */
  List<StreamItem> step(Term term, Collection<Integer> active, boolean ended, long nowNanos) {
    List<StreamItem> merged = new ArrayList<>();
    addIfAny(merged, term, nextSecond - 1);
    while (!waiting.isEmpty()) {
      long second = nextSecond;
      boolean complete = active.stream().allMatch(generator -> reaches(generator, second));
      Map.Entry<Long, Long> arrived = firstArrivalNanos.ceilingEntry(second);
      boolean late = arrived != null && nowNanos - arrived.getValue() > timings.lateNanos();
      if (!(complete || late || ended) || firstArrivalNanos.ceilingKey(second) == null) {
        break;
      }
      nextSecond++;
      addIfAny(merged, term, second);
    }
    firstArrivalNanos.headMap(nextSecond).clear();
    return merged;
  }

  /** Whether all results of a generator up to a number are merged. */
  boolean covers(int generator, long number) {
    return covered.getOrDefault(generator, 0L) >= number;
  }

  /** Records that all mirrors have stored the items up to a number. */
  void keptUpTo(long number) {
    for (long each = keptItem + 1; each <= Math.min(number, last); each++) {
      StreamItem item = window.get(each);
      if (item != null) {
        item.covers().forEach(one -> kept.merge(one.generator(), one.number(), Math::max));
      }
      keptItem = each;
    }
    while (window.size() > Mirror.WINDOW && window.firstKey() <= keptItem) {
      window.pollFirstEntry();
    }
  }

  /**
   * Frees the memory of items that all mirrors and the disk have stored. Called when the run has
   * ended.
   */
  void slim() {
    window.headMap(keptItem, true).replaceAll((_, item) -> store.slim(run, item));
  }

  /** Returns the bytes of merged seconds in memory. */
  long bytes() {
    return window.values().stream().mapToLong(item -> item.merged().length).sum();
  }

  /** Returns the number of the last result of a generator that all mirrors have stored. */
  long kept(int generator) {
    return kept.getOrDefault(generator, 0L);
  }

  /** Returns a few items from a number on, or from the oldest available one. */
  List<StreamItem> from(long number) {
    long next = Math.max(number, oldest());
    List<StreamItem> items = new ArrayList<>();
    while (next < inMemoryFrom() && items.size() < StreamItem.PAGE) {
      StreamItem item = store.get(run, next++).orElse(null);
      if (item == null) {
        return items.isEmpty() ? from(inMemoryFrom()) : StreamItem.page(items);
      }
      items.add(item);
    }
    window.tailMap(next).values().stream()
        .limit(StreamItem.PAGE)
        .forEach(item -> items.add(store.whole(run, item)));
    return StreamItem.page(items);
  }

  long last() {
    return last;
  }

  /** Returns the number of the oldest available item. */
  long oldest() {
    return Math.min(store.oldest(run), inMemoryFrom());
  }

  /** Returns the number of the oldest item in memory. Older items are the same on all nodes. */
  long inMemoryFrom() {
    return window.isEmpty() ? last + 1 : window.firstKey();
  }

  Term termAt(long number) {
    StreamItem item = window.get(number);
    if (item == null && number < inMemoryFrom()) {
      item = store.get(run, number).orElse(null);
    }
    return item == null ? Term.NONE : item.term();
  }

  private boolean reaches(int generator, long second) {
    TreeMap<Long, Second> queued = waiting.get(generator);
    return queued != null && requireNonNull(queued.lastEntry()).getValue().second() >= second;
  }

  private void addIfAny(List<StreamItem> merged, Term term, long second) {
    List<Part> parts = new ArrayList<>();
    long bytes = 0;
    for (Map.Entry<Integer, TreeMap<Long, Second>> each : waiting.entrySet()) {
      int generator = each.getKey();
      TreeMap<Long, Second> queued = each.getValue();
      long next = covered.getOrDefault(generator, 0L) + 1;
      while (!queued.isEmpty()
          && queued.firstKey() == next
          && requireNonNull(queued.firstEntry()).getValue().second() <= second
          && parts.size() < PARTS_MAX
          && bytes < Page.BYTES_MAX) {
        Second one = requireNonNull(queued.pollFirstEntry()).getValue();
        bytes += one.data().length;
        parts.add(new Part(generator, one.number(), one.second(), one.data(), one.again()));
        covered.put(generator, next);
        next++;
      }
    }
    waiting.values().removeIf(TreeMap::isEmpty);
    if (parts.isEmpty()) {
      return;
    }
    List<Covered> covers =
        parts.stream().map(part -> new Covered(part.generator(), part.number())).toList();
    StreamItem item =
        new StreamItem(++last, term, second, covers, merger.merge(run, List.copyOf(parts)));
    window.put(last, item);
    merged.add(item);
  }
}
