package org.plimsoll.fleet.control;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.JournalEntry.Changed;

/**
 * Finds parameter changes that later ones have replaced, so that the memory for their texts can be
 * freed. A run that lasts for weeks and reads its values from a source has many of them. Not
 * thread-safe.
 *
 * <p>The latest changes are kept as they are: a new coordinator may replace some of them, and then
 * the values before them are restored.
 */
public final class SupersededChanges {
  /** The number of latest changes that keep their texts. */
  public static final int RECENT = 1_000;

  private final LongFunction<@Nullable JournalEntry> entries;
  private final Consumer<JournalEntry> replace;

  /** The latest changes, in order. */
  private final Deque<JournalEntry> recent = new ArrayDeque<>();

  /** The number of the last earlier change that sets or clears each path. */
  private final Map<Path, Long> last = new HashMap<>();

  private record Path(Scope scope, String path) {}

  /**
   * @param entries returns an entry by its number
   * @param replace replaces the entry of the same number by one without texts
   */
  public SupersededChanges(
      LongFunction<@Nullable JournalEntry> entries, Consumer<JournalEntry> replace) {
    this.entries = entries;
    this.replace = replace;
  }

  /** Adds the next entry of the journal. */
  public void added(JournalEntry entry) {
    if (entry.item() instanceof Changed changed && paths(changed).findAny().isPresent()) {
      recent.addLast(entry);
    }
    while (recent.size() > RECENT) {
      supersede(recent.removeFirst());
    }
  }

  /** Handles the removal of the entries from a number on. */
  public void dropped(long from) {
    while (!recent.isEmpty() && recent.getLast().number() >= from) {
      JournalEntry _ = recent.removeLast();
    }
  }

  /** Frees earlier changes whose last path in effect is replaced by a change. */
  private void supersede(JournalEntry by) {
    if (!(by.item() instanceof Changed changed)) {
      return;
    }
    for (Path path : paths(changed).toList()) {
      Long before = last.put(path, by.number());
      JournalEntry entry = before == null ? null : entries.apply(before);
      if (entry != null
          && entry.item() instanceof Changed its
          && paths(its).noneMatch(each -> entry.number() == last.getOrDefault(each, 0L))) {
        replace.accept(
            new JournalEntry(entry.number(), entry.term(), entry.atRunNanos(), its.withoutTexts()));
      }
    }
  }

  private static Stream<Path> paths(Changed changed) {
    return Stream.concat(changed.texts().keySet().stream(), changed.cleared().stream())
        .map(path -> new Path(changed.scope(), path));
  }
}
