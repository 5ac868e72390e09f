package org.plimsoll.driver.voldemort;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/**
 * A write of a row, with the same steps as Voldemort's client. It reads the versions of the row. It
 * writes the next version to the first node that accepts it, which is the master, and then to the
 * other replicas in parallel. A server refuses the write if it has a version that is not older. In
 * this case, an update is retried a few times.
 */
final class Write {
  private final Requests requests;
  private final Flight flight;
  private final byte[] key;
  private final byte[] value;
  private final InstantSource clock;
  private final int tries;
  private final Consumer<Outcome> end;
  private final long payloadBytes;
  private final List<Node> nodes;
  private final StoreDefinition.Quorum quorum;

  // Requests to masters are sent one at a time, so these fields need no lock.
  private int attempts;
  private @Nullable Failure lastFailure;

  Write(
      Requests requests,
      Flight flight,
      Row row,
      InstantSource clock,
      int tries,
      Consumer<Outcome> end) {
    this.requests = requests;
    this.flight = flight;
    key = row.key();
    value = row.value();
    payloadBytes = row.payloadBytes();
    this.clock = clock;
    this.tries = tries;
    this.end = end;
    nodes = requests.nodes(key);
    quorum = requests.writes();
  }

  /** The row to write. */
  @SuppressWarnings("ArrayRecordComponent") // Rows are never compared.
  record Row(byte[] key, byte[] value, long payloadBytes) {}

  /** Reads the versions of the row, and writes a version that follows all of them. */
  void update() {
    attempts++;
    requests.versions(
        flight,
        key,
        (replies, failure) -> {
          if (failure != null) {
            end(failure);
          } else {
            put(Requests.merged(replies));
          }
        });
  }

  /** Writes a version that follows the given one. */
  void put(VectorClock previous) {
    attempts = Math.max(1, attempts);
    put(previous, 0);
  }

  private void put(VectorClock previous, int index) {
    if (index >= nodes.size()) {
      Failure failure = lastFailure;
      end(failure == null ? Failure.unsent(Failure.INSUFFICIENT_NODES, "no node") : failure);
      return;
    }
    Node master = nodes.get(index);
    // With server-side routing, the server that forwards the request adds the write to the clock.
    VectorClock next =
        requests.routed() ? previous : previous.incremented(master.its().id(), clock.millis());
    flight.send(
        master, requests.put(key, next, value, answer -> answered(answer, previous, next, index)));
  }

  private void answered(Answer answer, VectorClock previous, VectorClock next, int index) {
    Failure failure = answer.failure();
    if (failure == null) {
      replicate(next, index);
    } else if (failure.isObsoleteVersion() && attempts < tries) {
      update();
    } else if (failure.isOfTheNode() && index + 1 < nodes.size()) {
      lastFailure = failure;
      put(previous, index + 1);
    } else {
      end(failure);
    }
  }

  /** Writes to the other replicas. With server-side routing, there are none. */
  private void replicate(VectorClock next, int master) {
    if (requests.routed() || nodes.size() == 1) {
      end(null);
      return;
    }
    new Asking(
            flight,
            nodes.subList(master + 1, nodes.size()),
            quorum,
            listener -> requests.put(key, next, value, answer -> listener.accept(newer(answer))),
            (_, failure) -> end(failure))
        .andAnswered(nodes.get(master))
        .askAll();
  }

  /** A replica with a newer version does not need this version. */
  private static Answer newer(Answer answer) {
    Failure failure = answer.failure();
    return failure != null && failure.isObsoleteVersion() ? Answer.DONE : answer;
  }

  private void end(@Nullable Failure failure) {
    if (failure == null) {
      end.accept(Outcome.succeeded(payloadBytes).withAttempts(attempts));
    } else {
      Outcome outcome = failure.outcome();
      end.accept(
          outcome.attempts() == 0 && attempts < 2 ? outcome : outcome.withAttempts(attempts));
    }
  }
}
