package org.plimsoll.driver.voldemort;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads many rows with one request to each node. If a node fails, the next replicas of its keys are
 * used.
 */
final class BulkRead {
  private final Requests requests;
  private final Flight flight;
  private final List<byte[]> keys;
  private final StoreDefinition.Quorum quorum;
  private final End end;
  private final List<List<Node>> nodes = new ArrayList<>();

  // Guarded by this object:
  private final List<List<Versioned>> versions = new ArrayList<>();
  private final int[] next;
  private final int[] answers;
  private int unanswered;
  private @Nullable Failure failure;
  private boolean fatal;

  /** Receives the versions of each key, or the reason why the read has failed. */
  interface End {
    void of(List<List<Versioned>> versions, @Nullable Failure failure);
  }

  BulkRead(Requests requests, Flight flight, List<byte[]> keys, End end) {
    this.requests = requests;
    this.flight = flight;
    this.keys = keys;
    this.end = end;
    quorum = requests.reads();
    next = new int[keys.size()];
    answers = new int[keys.size()];
    for (byte[] key : keys) {
      nodes.add(requests.nodes(key));
      versions.add(new ArrayList<>(1));
    }
  }

  void start() {
    Map<Node, List<Integer>> groups = new LinkedHashMap<>();
    int wanted = Math.max(quorum.required(), quorum.preferred());
    for (int i = 0; i < keys.size(); i++) {
      for (int n = 0; n < wanted; n++) {
        addNext(i, groups);
      }
    }
    if (!send(groups)) {
      end.of(versions, null);
    }
  }

  /**
   * Adds a key to the request for its next replica. Returns false if there is no further replica.
   */
  private boolean addNext(int index, Map<Node, List<Integer>> groups) {
    List<Node> its = nodes.get(index);
    if (next[index] == its.size()) {
      return false;
    }
    // With server-side routing, all keys have the same nodes, but in a different order.
    Node node = requests.routed() ? nodes.getFirst().get(next[index]) : its.get(next[index]);
    next[index]++;
    groups.computeIfAbsent(node, _ -> new ArrayList<>()).add(index);
    return true;
  }

  /** Sends the requests. Returns whether there were any. */
  private boolean send(Map<Node, List<Integer>> groups) {
    synchronized (this) {
      unanswered += groups.size();
    }
    groups.forEach((node, indexes) -> {
      Map<ByteBuffer, byte[]> distinct = new LinkedHashMap<>();
      indexes.forEach(i -> distinct.put(ByteBuffer.wrap(keys.get(i)), keys.get(i)));
      flight.send(
          node,
          requests.getAll(List.copyOf(distinct.values()), answer -> answered(indexes, answer)));
    });
    return !groups.isEmpty();
  }

  private void answered(List<Integer> indexes, Answer answer) {
    Map<Node, List<Integer>> groups = new LinkedHashMap<>();
    Failure its = answer.failure();
    synchronized (this) {
      if (its == null) {
        for (int i : indexes) {
          answers[i]++;
          versions
              .get(i)
              .addAll(answer.byKey().getOrDefault(ByteBuffer.wrap(keys.get(i)), List.of()));
        }
      } else {
        failure = its;
        fatal |= !its.isOfTheNode();
        if (!fatal) {
          indexes.forEach(i -> addNext(i, groups));
        }
      }
    }
    if (!groups.isEmpty()) {
      send(groups);
    }
    boolean last;
    synchronized (this) {
      unanswered--;
      last = unanswered == 0;
    }
    if (last) {
      end();
    }
  }

  private void end() {
    boolean enough = !fatal;
    for (int each : answers) {
      enough &= each >= quorum.required();
    }
    Failure its = failure;
    end.of(versions, enough ? null : its == null ? tooFew() : its);
  }

  private Failure tooFew() {
    return Failure.of(
        Failure.INSUFFICIENT_NODES,
        "a key has fewer nodes than the " + quorum.required() + " that must answer");
  }
}
