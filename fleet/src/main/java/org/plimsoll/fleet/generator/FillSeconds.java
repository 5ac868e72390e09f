package org.plimsoll.fleet.generator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.Window;

/**
 * Gathers the seconds of a fill, which come one by one, until each generator that fills has
 * reported the same second or has ended its part. Not thread-safe.
 */
final class FillSeconds {
  /** A part of a second, within which the seconds of all generators end. */
  private static final long TOGETHER_NANOS = 100_000_000;

  /** How far a generator may be behind before the others do not wait for it. */
  private static final long BEHIND_NANOS = 2_000_000_000;

  private final List<GeneratorSecond> waiting = new ArrayList<>();
  private final Map<Integer, Window> last = new HashMap<>();

  /**
   * Adds seconds, and returns those that are whole now.
   *
   * @param active the generators that take part
   */
  List<GeneratorSecond> add(List<GeneratorSecond> seconds, Collection<Integer> active) {
    waiting.addAll(seconds);
    seconds.forEach(second -> last.put(second.generator(), second.window()));
    long newestNanos = last.values().stream().mapToLong(Window::atNanos).max().orElse(0);
    long reachedNanos =
        active.stream()
            .filter(last::containsKey)
            .map(last::get)
            .mapToLong(window -> window.isLast() ? Long.MAX_VALUE : window.atNanos())
            .min()
            .orElse(newestNanos);
    long untilNanos =
        reachedNanos == Long.MAX_VALUE
            ? newestNanos
            : Math.max(reachedNanos + TOGETHER_NANOS, newestNanos - BEHIND_NANOS);
    List<GeneratorSecond> whole =
        waiting.stream().filter(each -> each.window().atNanos() <= untilNanos).toList();
    waiting.removeAll(whole);
    return whole;
  }
}
