package org.plimsoll.driver.dynomite;

import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.api.kit.SharedSession;

/** A session on a lane that it owns or shares. Operations complete on I/O threads of Lettuce. */
final class DynomiteSession extends SharedSession<Lane, DynomiteRequest> {
  private final DynomiteCommands commands;

  DynomiteSession(SharedConnection<Lane> link, int maxInFlight, DynomiteCommands commands) {
    super(link, maxInFlight);
    this.commands = commands;
  }

  @Override
  protected DynomiteRequest begin(Completion completion, Lane lane) {
    return new DynomiteRequest(completion);
  }

  @Override
  protected void send(Operation operation, DynomiteRequest request) {
    Lane lane = link().current();
    if (lane == null) {
      request.abandon();
    } else {
      commands.send(operation, request, lane);
    }
  }

  @Override
  protected void sendRehearsal(Operation operation, DynomiteRequest request) {
    Lane lane = link().current();
    if (lane == null) {
      request.abandon();
    } else {
      commands.rehearse(operation, request, lane);
    }
  }
}
