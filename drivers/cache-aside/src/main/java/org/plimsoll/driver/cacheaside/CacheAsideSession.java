package org.plimsoll.driver.cacheaside;

import java.util.function.Supplier;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;
import org.plimsoll.api.kit.AsyncSession;

/** A session of each part, with the operations in flight. */
final class CacheAsideSession extends AsyncSession<Course> {
  private final Session cache;
  private final Session store;
  private final Supplier<Policy> policy;
  private final Meters meters;

  CacheAsideSession(Session cache, Session store, Supplier<Policy> policy, Meters meters) {
    this.cache = cache;
    this.store = store;
    this.policy = policy;
    this.meters = meters;
  }

  @Override
  public int maxInFlight() {
    return Math.min(cache.maxInFlight(), store.maxInFlight());
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    if (policy.get().throughCache()) {
      super.execute(operation, completion);
    } else {
      store.execute(operation, completion);
    }
  }

  @Override
  protected Course begin(Operation operation, Completion completion) {
    Policy now = policy.get();
    return operation.type().kind() == OperationType.Kind.READ
        ? new ReadCourse(this, operation, completion, now, meters)
        : new WriteCourse(this, operation, completion, now, meters);
  }

  @Override
  protected void send(Operation operation, Course course) {
    course.begin();
  }

  Session cache() {
    return cache;
  }

  Session store() {
    return store;
  }

  @Override
  protected void closing() {
    cache.close();
    store.close();
  }
}
