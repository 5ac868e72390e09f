package org.plimsoll.server.endpoint;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.Buckets;
import org.plimsoll.settings.RunRequest;

/** Starts runs, and limits the live runs and the starts of each caller. Thread-safe. */
public final class CallerRuns {
  /** Maximum starts of one caller per second, in the long term. */
  public static final int STARTS_PER_SECOND = 2;

  /** Maximum starts of one caller in a burst. */
  public static final int STARTS_BURST = 200;

  private final LiveRuns runs;
  private final int callerMax;
  private final Buckets starts = new Buckets(STARTS_PER_SECOND, STARTS_BURST, System::nanoTime);
  private final Map<String, String> callers = new HashMap<>();
  private final Map<String, Integer> starting = new HashMap<>();

  /**
   * @param callerMax the maximum number of live runs of one caller
   */
  public CallerRuns(LiveRuns runs, int callerMax) {
    this.runs = runs;
    this.callerMax = callerMax;
  }

  /**
   * Starts a run of a caller.
   *
   * @throws Problem if the caller has too many live runs, or has started too many
   * @throws IOException if the run's folder cannot be written
   */
  LiveRun begin(String who, RunRequest request, Labels labels) throws IOException {
    enter(who);
    try {
      LiveRun run = runs.begin(request, labels);
      began(run.id(), who);
      return run;
    } finally {
      leave(who);
    }
  }

  private synchronized void enter(String who) {
    List<String> live = runs.goingOn().stream().map(LiveRun::id).toList();
    callers.keySet().retainAll(live);
    long theirs = callers.values().stream().filter(who::equals).count();
    if (theirs + starting.getOrDefault(who, 0) >= callerMax) {
      throw Problem.tooMany(
          "At most "
              + callerMax
              + " runs of one caller may be live on this server; stop one first.");
    }
    if (!starts.has(who)) {
      throw Problem.tooMany("A caller may start 2 runs per second; wait a second.");
    }
    starting.merge(who, 1, Integer::sum);
  }

  private synchronized void began(String id, String who) {
    callers.put(id, who);
    boolean _ = starts.take(who);
  }

  private synchronized void leave(String who) {
    starting.computeIfPresent(who, (_, count) -> count == 1 ? null : count - 1);
  }
}
