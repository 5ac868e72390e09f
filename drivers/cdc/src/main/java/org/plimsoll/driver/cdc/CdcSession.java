package org.plimsoll.driver.cdc;

import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;
import org.plimsoll.api.kit.AsyncSession;

/** A session of each part, with the writes that are not visible yet. */
final class CdcSession extends AsyncSession<Propagation> {
  private final Cdc cdc;
  private final Session source;
  private final Session derived;

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
      super.execute(operation, completion);
    } else if (type.equals(CdcDriver.READ_SOURCE)) {
      source.execute(new Renamed(operation, OperationType.READ), completion);
    } else {
      boolean reads = type.side() == OperationType.Side.READS;
      (reads ? derived : source).execute(operation, completion);
    }
  }

  @Override
  protected Propagation begin(Operation operation, Completion completion) {
    return new Propagation(cdc, this, operation, completion);
  }

  @Override
  protected void send(Operation operation, Propagation propagation) {
    propagation.begin();
  }

  Session source() {
    return source;
  }

  Session derived() {
    return derived;
  }

  @Override
  protected void closing() {
    source.close();
    derived.close();
  }
}
