package org.plimsoll.driver.cacheaside;

import java.util.function.Supplier;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;
import org.plimsoll.api.kit.AsyncSession;

/** A session on the cache and a session on the store, with the operations in flight. */
final class CacheAsideSession extends AsyncSession<Course> {
  private final Parts parts;
  private final Supplier<Policy> policy;
  private final Meters meters;

  CacheAsideSession(Session cache, Session store, Supplier<Policy> policy, Meters meters) {
    parts = new Parts(cache, store, this::isClosed);
    this.policy = policy;
    this.meters = meters;
  }

  @Override
  public int maxInFlight() {
    return Math.min(parts.cache().maxInFlight(), parts.store().maxInFlight());
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    if (policy.get().throughCache()) {
      super.execute(operation, completion);
    } else {
      parts.store().execute(operation, completion);
    }
  }

  @Override
  public void rehearse(Operation operation, Completion completion) {
    if (policy.get().throughCache()) {
      super.rehearse(operation, completion);
    } else {
      parts.store().rehearse(operation, completion);
    }
  }

  @Override
  protected Course begin(Operation operation, Completion completion) {
    Policy now = policy.get();
    return operation.type().kind() == OperationType.Kind.READ
        ? new ReadCourse(parts, operation, completion, now, meters)
        : new WriteCourse(parts, operation, completion, now, meters);
  }

  @Override
  protected void send(Operation operation, Course course) {
    course.begin();
  }

  @Override
  protected void sendRehearsal(Operation operation, Course course) {
    course.rehearse();
  }

  @Override
  protected void closing() {
    parts.cache().close();
    parts.store().close();
  }
}
