package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.plimsoll.api.Client;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Timeline;

/** A driver that answers at once and records the time of each operation; for one thread. */
@NullMarked
final class InstantDriver implements Driver {
  private final List<Long> startsNanos = new ArrayList<>();

  /** The times of the operations, in order. */
  List<Long> startsNanos() {
    return startsNanos;
  }

  @Override
  public String name() {
    return "instant";
  }

  @Override
  public String description() {
    return "Answers at once.";
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
    return Set.of(Capability.FINDS_EVERY_KEY);
  }

  @Override
  public Client open(DriverContext context) {
    Timeline timeline = context.timeline();
    return new Client() {
      @Override
      public Session openSession() {
        return new InstantSession(timeline);
      }

      @Override
      public void close() {}
    };
  }

  private final class InstantSession implements Session {
    private final Timeline timeline;

    InstantSession(Timeline timeline) {
      this.timeline = timeline;
    }

    @Override
    public void execute(Operation operation, Completion completion) {
      startsNanos.add(timeline.nanoTime());
      completion.complete(Outcome.succeeded(0));
    }

    @Override
    public void close() {}
  }
}
