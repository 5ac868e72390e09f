package org.plimsoll.driver.dynomite;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;
import org.plimsoll.driver.lettuce.Request;

/** An operation in flight, with the connections that it uses. */
final class DynomiteRequest extends Request {
  private List<Wire> wires = List.of();
  private boolean left;

  DynomiteRequest(Completion completion) {
    super(completion);
  }

  /** Adds a connection that is reserved for the operation, before anything is sent. */
  synchronized void uses(Wire wire) {
    if (left) {
      wire.leave(); // The operation was closed in the meantime.
    } else if (wires.isEmpty()) {
      wires = List.of(wire);
    } else {
      if (wires.size() == 1) {
        wires = new ArrayList<>(wires);
      }
      wires.add(wire);
    }
  }

  @Override
  public FailureCode codeOf(String error) {
    return DynomiteFailures.codeOfAnswer(error);
  }

  @Override
  protected synchronized Outcome ending(Outcome outcome) {
    left = true;
    wires.forEach(Wire::leave);
    return outcome;
  }

  @Override
  protected synchronized void suspect() {
    wires.forEach(Wire::suspect);
  }
}
