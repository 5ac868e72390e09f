package org.plimsoll.run;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.plimsoll.api.Client;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Timeline;

/**
 * A driver whose connections are refused for a while after its first operation, and which answers
 * slowly for a while after that.
 *
 * @param slowNanos time of an answer for two seconds after the failures
 */
@NullMarked
record FailingDriver(long fromNanos, long toNanos, long slowNanos) implements Driver {
  private static final long USUAL_NANOS = 1_000_000;
  private static final long REFUSED_NANOS = 500_000;
  private static final long SLOW_FOR_NANOS = 2_000_000_000L;

  @Override
  public String name() {
    return "failing";
  }

  @Override
  public String description() {
    return "Fails for a while.";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of();
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(OperationType.READ, OperationType.UPDATE);
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.FINDS_EVERY_KEY, Capability.SIMULATED);
  }

  @Override
  public Client open(DriverContext context) {
    Timeline timeline = context.timeline();
    long[] first = {Long.MIN_VALUE};
    return new Client() {
      @Override
      public Session openSession() {
        return new FailingSession(timeline, first);
      }

      @Override
      public void close() {}
    };
  }

  private final class FailingSession implements Session {
    private final Timeline timeline;
    private final long[] first;

    FailingSession(Timeline timeline, long[] first) {
      this.timeline = timeline;
      this.first = first;
    }

    @Override
    public int maxInFlight() {
      return 1_000;
    }

    @Override
    public void execute(Operation operation, Completion completion) {
      long now = timeline.nanoTime();
      first[0] = first[0] == Long.MIN_VALUE ? now : first[0];
      long since = now - first[0];
      boolean fails = since >= fromNanos && since < toNanos;
      boolean isSlow = since >= toNanos && since < toNanos + SLOW_FOR_NANOS;
      Outcome outcome =
          fails ? Outcome.failed(FailureCode.Common.CONNECTION_REFUSED) : Outcome.succeeded(0);
      long takesNanos = fails ? REFUSED_NANOS : isSlow ? slowNanos : USUAL_NANOS;
      timeline.schedule(now + takesNanos, () -> completion.complete(outcome));
    }

    @Override
    public void close() {}
  }
}
