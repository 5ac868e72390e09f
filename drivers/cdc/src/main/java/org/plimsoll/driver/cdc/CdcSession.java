package org.plimsoll.driver.cdc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;

/** A session of each part, and the writes that have not arrived yet. */
final class CdcSession implements Session {
  private final Cdc cdc;
  private final Session source;
  private final Session derived;
  private final Set<Propagation> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  CdcSession(Cdc cdc, Session source, Session derived) {
    this.cdc = cdc;
    this.source = source;
    this.derived = derived;
  }

  @Override
  public int maxInFlight() {
    return Math.min(source.maxInFlight(), derived.maxInFlight());
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    OperationType type = operation.type();
    if (type.equals(CdcDriver.PROPAGATE)) {
      Propagation propagation = new Propagation(cdc, this, operation, completion);
      underWay.add(propagation);
      propagation.begin();
    } else if (type.equals(CdcDriver.READ_SOURCE)) {
      source.execute(new Renamed(operation, OperationType.READ), completion);
    } else {
      boolean reads = type.side() == OperationType.Side.READS;
      (reads ? derived : source).execute(operation, completion);
    }
  }

  Session source() {
    return source;
  }

  Session derived() {
    return derived;
  }

  boolean isClosed() {
    return closed;
  }

  void ended(Propagation propagation) {
    underWay.remove(propagation);
  }

  @Override
  public void close() {
    closed = true;
    source.close();
    derived.close();
    underWay.forEach(Propagation::abandon); // those that were between two requests
  }
}
