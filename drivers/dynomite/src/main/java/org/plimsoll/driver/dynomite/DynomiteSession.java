package org.plimsoll.driver.dynomite;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.AsyncSession;
import org.plimsoll.api.kit.SharedConnection;

/** A session on a lane, which it owns or shares. Completes on Lettuce's I/O threads. */
final class DynomiteSession extends AsyncSession<DynomiteRequest> {
  private final SharedConnection<Lane> link;
  private final int maxInFlight;
  private final DynomiteCommands commands;
  private final Consumer<DynomiteSession> onClose;

  DynomiteSession(
      SharedConnection<Lane> link,
      int maxInFlight,
      DynomiteCommands commands,
      Consumer<DynomiteSession> onClose) {
    this.link = link;
    this.maxInFlight = maxInFlight;
    this.commands = commands;
    this.onClose = onClose;
  }

  SharedConnection<Lane> link() {
    return link;
  }

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  protected @Nullable DynomiteRequest begin(Operation operation, Completion completion) {
    return link.current() == null ? null : new DynomiteRequest(completion);
  }

  @Override
  protected void send(Operation operation, DynomiteRequest request) {
    Lane lane = link.current();
    if (lane == null) {
      request.abandon();
    } else {
      commands.send(operation, request, lane);
    }
  }

  @Override
  protected void sendRehearsal(Operation operation, DynomiteRequest request) {
    Lane lane = link.current();
    if (lane == null) {
      request.abandon();
    } else {
      commands.rehearse(operation, request, lane);
    }
  }

  @Override
  protected void release() {
    onClose.accept(this);
  }
}
