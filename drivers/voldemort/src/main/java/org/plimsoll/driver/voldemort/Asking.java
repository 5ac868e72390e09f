package org.plimsoll.driver.voldemort;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;

/**
 * Sends a request to the replicas of a key until enough of them have answered. If a replica fails,
 * the next one is used instead.
 */
final class Asking {
  private final Flight flight;
  private final List<Node> nodes;
  private final StoreDefinition.Quorum quorum;
  private final Function<Consumer<Answer>, NodeRequest> request;
  private final End end;

  // Guarded by this object:
  private final List<Reply> replies = new ArrayList<>(4);
  private final List<Failure> failures = new ArrayList<>(0);
  private int earlier;
  private int next;
  private int unanswered;
  private boolean ended;

  /** The answer of one node. */
  record Reply(Node node, Answer answer) {}

  /** Receives the answers of a quorum, or the reason why there are not enough answers. */
  interface End {
    void of(List<Reply> replies, @Nullable Failure failure);
  }

  /**
   * Creates the requests for an operation without sending any.
   *
   * @param request creates a request for a listener
   */
  Asking(
      Flight flight,
      List<Node> nodes,
      StoreDefinition.Quorum quorum,
      Function<Consumer<Answer>, NodeRequest> request,
      End end) {
    this.flight = flight;
    this.nodes = quorum.zones() > 0 ? zonesFirst(nodes, quorum.zones()) : nodes;
    this.quorum = quorum;
    this.request = request;
    this.end = end;
  }

  /** Counts an earlier answer of a node. */
  Asking andAnswered(Node node) {
    replies.add(new Reply(node, Answer.DONE));
    earlier = 1;
    return this;
  }

  /** Moves one node of each required zone to the front. */
  private static List<Node> zonesFirst(List<Node> nodes, int others) {
    Set<Integer> zones = new LinkedHashSet<>();
    Set<Node> order = new LinkedHashSet<>();
    for (Node node : nodes) {
      if (zones.size() <= others && zones.add(node.its().zone())) {
        order.add(node);
      }
    }
    order.addAll(nodes);
    return List.copyOf(order);
  }

  /** Sends the request to the preferred number of nodes. */
  void askPreferred() {
    ask(Math.max(preferred(), quorum.zones() + 1));
  }

  /** Sends the request to all nodes. The quorum defines how many must answer. */
  void askAll() {
    ask(nodes.size());
  }

  private int preferred() {
    return Math.min(Math.max(quorum.required(), quorum.preferred()), earlier + nodes.size());
  }

  private void ask(int count) {
    int size = Math.min(count, nodes.size());
    boolean enough;
    synchronized (this) {
      next = size;
      unanswered = size;
      enough = isEnough(size > 0 ? preferred() : quorum.required());
      ended = enough || size == 0;
    }
    for (int i = 0; i < size; i++) {
      send(nodes.get(i));
    }
    if (enough || size == 0) {
      end.of(replies, enough ? null : insufficient());
    }
  }

  private void send(Node node) {
    flight.send(node, request.apply(answer -> answered(node, answer)));
  }

  private void answered(Node node, Answer answer) {
    Node another = null;
    Failure failed = null;
    synchronized (this) {
      unanswered--;
      if (ended) {
        return;
      }
      Failure failure = answer.failure();
      if (failure == null) {
        replies.add(new Reply(node, answer));
      } else {
        failures.add(failure);
      }
      boolean enough = isEnough(unanswered > 0 ? preferred() : quorum.required());
      if (failure != null && !failure.isOfTheNode()) {
        failed = failure;
      } else if (!enough && next < nodes.size() && (failure != null || unanswered == 0)) {
        another = nodes.get(next++);
        unanswered++;
      } else if (!enough && unanswered == 0) {
        failed = insufficient();
      } else if (!enough) {
        return;
      }
      ended = another == null;
    }
    if (another != null) {
      send(another);
    } else {
      end.of(replies, failed);
    }
  }

  private boolean isEnough(int wanted) {
    return replies.size() >= wanted && (quorum.zones() == 0 || zones() > quorum.zones());
  }

  private long zones() {
    return replies.stream().map(reply -> reply.node().its().zone()).distinct().count();
  }

  /** Returns the failure of the only node, or a failure that describes all nodes. */
  private Failure insufficient() {
    if (nodes.size() == 1 && earlier == 0 && !failures.isEmpty()) {
      return failures.getFirst();
    }
    boolean sent = earlier > 0 || failures.stream().anyMatch(Failure::sent);
    List<Failure> its = List.copyOf(failures);
    int answered = replies.size();
    boolean refused = !its.isEmpty() && its.stream().allMatch(each -> each.code() == Common.CLOSED);
    return new Failure(
        refused ? Common.CLOSED : Failure.INSUFFICIENT_NODES,
        () ->
            "%d of %d nodes answered, %d must%s"
                .formatted(
                    answered,
                    earlier + nodes.size(),
                    quorum.required(),
                    its.isEmpty() ? "" : ": " + its.getFirst().message().get()),
        sent);
  }
}
