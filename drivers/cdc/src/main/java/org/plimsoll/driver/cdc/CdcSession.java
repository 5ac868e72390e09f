package org.plimsoll.driver.cdc;

import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;
import org.plimsoll.api.kit.AsyncSession;

/**
 * A session on the source and a session on the derived store, with the writes that are not visible
 * yet.
 */
final class CdcSession extends AsyncSession<Propagation> {
  /** Overwrites a row in the source, and ends when the derived store shows the write. */
  static final OperationType PROPAGATE = OperationType.writing("propagate");

  /** Reads a row from the source. */
  static final OperationType READ_SOURCE = OperationType.reading("read-source");

  private final Propagation.Shared shared;
  private final Propagation.Parts parts;

  CdcSession(Propagation.Shared shared, Session source, Session derived) {
    this.shared = shared;
    parts = new Propagation.Parts(source, derived, this::isClosed);
  }

  @Override
  public int maxInFlight() {
    return Math.min(parts.source().maxInFlight(), parts.derived().maxInFlight());
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    OperationType type = operation.type();
    if (type.equals(PROPAGATE)) {
      super.execute(operation, completion);
    } else if (type.equals(READ_SOURCE)) {
      parts.source().execute(new Renamed(operation, OperationType.READ), completion);
    } else {
      boolean reads = type.side() == OperationType.Side.READS;
      (reads ? parts.derived() : parts.source()).execute(operation, completion);
    }
  }

  @Override
  public void rehearse(Operation operation, Completion completion) {
    OperationType type = operation.type();
    if (type.equals(PROPAGATE)) {
      super.rehearse(operation, completion);
    } else {
      boolean derived = type.side() == OperationType.Side.READS && !type.equals(READ_SOURCE);
      (derived ? parts.derived() : parts.source()).rehearse(operation, completion);
    }
  }

  @Override
  protected Propagation begin(Operation operation, Completion completion) {
    return new Propagation(shared, parts, operation, completion);
  }

  @Override
  protected void send(Operation operation, Propagation propagation) {
    propagation.begin();
  }

  @Override
  protected void sendRehearsal(Operation operation, Propagation propagation) {
    propagation.rehearse();
  }

  @Override
  protected void closing() {
    parts.source().close();
    parts.derived().close();
  }
}
