package org.plimsoll.fleet.generator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.Window;

/**
 * Collects the one-second results of a fill until each filling generator has reported the same
 * second or has ended. Not thread-safe.
 */
final class FillSeconds {
  /** Tolerance within which one-second results of all generators count as the same second. */
  private static final long TOGETHER_NANOS = 100_000_000;

  /** Maximum delay of a generator for which the others wait. */
  private static final long BEHIND_NANOS = 2_000_000_000;

  private final List<GeneratorSecond> waiting = new ArrayList<>();
  private final Map<Integer, Window> last = new HashMap<>();

  /**
   * Adds one-second results, and returns the seconds that are now complete.
   *
   * @param active the current generators of the run
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
