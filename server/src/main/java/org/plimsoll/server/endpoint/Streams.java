package org.plimsoll.server.endpoint;

import java.util.HashMap;
import java.util.Map;
import org.plimsoll.server.http.Problem;

/** Limits the open event streams of a caller and of all callers. Thread-safe. */
public final class Streams {
  /** The maximum number of streams of one caller. */
  public static final int CALLER_MAX = 250;

  /** The maximum number of streams of all callers. */
  public static final int MOST = 1_000;

  private final Map<String, Integer> byCaller = new HashMap<>();
  private int open;

  /** An open stream, which is counted until it is closed. */
  interface Held extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Counts a stream of a caller.
   *
   * @throws Problem if there are too many
   */
  synchronized Held open(String who) {
    int theirs = byCaller.getOrDefault(who, 0);
    if (theirs >= CALLER_MAX || open >= MOST) {
      throw Problem.tooMany(
          theirs >= CALLER_MAX
              ? "A caller may have at most " + CALLER_MAX + " event streams; close some."
              : "The server has at most " + MOST + " event streams; try again later.");
    }
    open++;
    byCaller.put(who, theirs + 1);
    return () -> close(who);
  }

  private synchronized void close(String who) {
    open--;
    byCaller.computeIfPresent(who, (_, theirs) -> theirs == 1 ? null : theirs - 1);
  }
}
