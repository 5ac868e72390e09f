package org.plimsoll.driver.voldemort;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.Completion;
import org.plimsoll.api.kit.InFlight;

/** An operation in flight, with the requests that it has sent to nodes. */
final class Flight extends InFlight {
  private final List<Sent> sent = new ArrayList<>(4); // Guarded by itself.

  private record Sent(Node node, NodeRequest request) {}

  Flight(Completion completion) {
    super(completion);
  }

  /** Sends a request for this operation, unless the operation has ended. */
  void send(Node node, NodeRequest request) {
    synchronized (sent) {
      sent.add(new Sent(node, request));
    }
    if (!hasEnded()) {
      node.send(request);
    }
  }

  @Override
  protected void abandoned() {
    List<Sent> all;
    synchronized (sent) {
      all = List.copyOf(sent);
    }
    for (Sent each : all) {
      if (!each.request().isAnswered()) {
        each.request().cancel();
        each.node().suspect();
      }
    }
  }
}
