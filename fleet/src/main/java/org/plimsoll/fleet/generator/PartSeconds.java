package org.plimsoll.fleet.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.fleet.control.SecondsStore;
import org.plimsoll.result.Phase;
import org.plimsoll.run.DirectedRun;
import org.plimsoll.run.second.GeneratorSecond;

/**
 * Sends the one-second results of this generator to the fleet, and writes them to a file. The
 * latest results also remain in memory, because a node that loses its fleet continues to measure.
 * Thread-safe.
 */
final class PartSeconds {
  private static final long SECOND_NANOS = 1_000_000_000;

  /**
   * Number of results in memory, more than a node measures between the loss of its fleet and its
   * return.
   */
  private static final int LAST_MAX = 32;

  private final String run;
  private final NodeFigures.Place place;
  private final FleetCalls calls;
  private final PartFile file;

  // Guarded by this, like the following fields.
  private final Deque<SecondsStore.Stored> last = new ArrayDeque<>();
  private long count;

  PartSeconds(String run, NodeFigures.Place place, FleetCalls calls) {
    this.run = run;
    this.place = place;
    this.calls = calls;
    this.file = new PartFile(place.node());
  }

  /** Starts to write the figures of this node to the run folder. */
  void recordsIn(Path folder) {
    file.in(folder);
  }

  /**
   * Sends a one-second result, and the progress of inserts.
   *
   * @param control the run that measured the result; null if it is over
   * @param zeroNanos run time 0 since the start of the run; {@link FleetSeconds#UNKNOWN} before it
   *     is known
   */
  void send(GeneratorSecond second, @Nullable DirectedRun control, long zeroNanos) {
    byte[] data;
    try {
      byte[] inserts = control == null ? new byte[0] : InsertReport.encode(control.inserts());
      byte[] figures = NodeFigures.encode(place, second, zeroNanos);
      data = FleetSeconds.encode(second, figures, inserts, zeroNanos);
    } catch (IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    file.add(second);
    Stage stage = second.window().stage();
    boolean before = stage == null || stage.phase() == Phase.FILL;
    long number =
        before || zeroNanos == FleetSeconds.UNKNOWN
            ? -1
            : Math.max(0, Math.floorDiv(second.window().atNanos() - zeroNanos, SECOND_NANOS));
    keep(number, data);
    calls.member((member, nanos) -> member.second(run, number, data, nanos));
  }

  private synchronized void keep(long number, byte[] data) {
    last.addLast(new SecondsStore.Stored(++count, number, data));
    if (last.size() > LAST_MAX) {
      last.removeFirst();
    }
  }

  /** Returns a recent one-second result; numbers start at 1. */
  synchronized Optional<SecondsStore.Stored> get(long number) {
    return last.stream().filter(each -> each.number() == number).findFirst();
  }
}
