package org.plimsoll.driver.cacheaside;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;

/** A session of each part, and what is under way in them. */
final class CacheAsideSession implements Session {
  private final Session cache;
  private final Session store;
  private final Supplier<Policy> policy;
  private final Meters meters;
  private final Set<Course> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

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
    Policy now = policy.get();
    if (!now.throughCache()) {
      store.execute(operation, completion);
      return;
    }
    Course course =
        operation.type().equals(OperationType.READ)
            ? new ReadCourse(this, operation, completion, now, meters)
            : new WriteCourse(this, operation, completion, now, meters);
    underWay.add(course);
    course.begin();
  }

  Session cache() {
    return cache;
  }

  Session store() {
    return store;
  }

  boolean isClosed() {
    return closed;
  }

  void ended(Course course) {
    underWay.remove(course);
  }

  @Override
  public void close() {
    closed = true;
    cache.close();
    store.close();
    underWay.forEach(Course::abandon); // those that were between the two
  }
}
