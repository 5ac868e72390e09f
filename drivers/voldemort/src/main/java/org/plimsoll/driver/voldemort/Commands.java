package org.plimsoll.driver.voldemort;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext.Counter;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.RowFrame;

/** Maps operations to requests, and answers to outcomes. */
final class Commands {
  static final OperationType ADD = OperationType.writing("add");
  static final OperationType CAS = OperationType.writing("cas");
  static final OperationType GET_VERSION = OperationType.reading("get-version");

  private final RowFrame rows;
  private final Requests requests;
  private final InstantSource clock;
  private final Counter siblings;
  private final Counter repairs;
  private volatile int writeTries = 1;
  private volatile boolean repairsReads;

  Commands(
      RowFrame rows, Requests requests, InstantSource clock, Counter siblings, Counter repairs) {
    this.rows = rows;
    this.requests = requests;
    this.clock = clock;
    this.siblings = siblings;
    this.repairs = repairs;
  }

  /** Applies the settings that can change during a run. */
  void change(int newWriteTries, boolean newRepairsReads) {
    writeTries = newWriteTries;
    repairsReads = newRepairsReads;
  }

  void send(Operation operation, Flight flight) {
    switch (operation.type().kind()) {
      case READ -> read(key(operation, 0), flight);
      case INSERT, UPDATE -> write(operation, 0, flight, writeTries, flight::finish).update();
      case DELETE -> delete(key(operation, 0), flight);
      case BULK_READ -> bulkRead(operation, flight);
      case BULK_WRITE -> bulkWrite(operation, flight);
      default -> sendOwn(operation, flight);
    }
  }

  private void sendOwn(Operation operation, Flight flight) {
    OperationType type = operation.type();
    if (type.equals(ADD)) {
      write(operation, 0, flight, 1, outcome -> flight.finish(added(outcome)))
          .put(VectorClock.EMPTY);
    } else if (type.equals(CAS)) {
      compareAndSet(operation, flight);
    } else if (type.equals(GET_VERSION)) {
      getVersion(key(operation, 0), flight);
    } else {
      flight.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
    }
  }

  /** Requests the state of the first node of the key. */
  void rehearse(Operation operation, Flight flight) {
    Node node = requests.nodes(key(operation, 0)).getFirst();
    flight.send(
        node,
        Requests.ping(answer -> {
          Failure failure = answer.failure();
          flight.finish(failure == null ? Outcome.succeeded(0) : failure.outcome());
        }));
  }

  /** Copies a key, because requests to other replicas may be sent after the operation has ended. */
  private static byte[] key(Operation operation, int index) {
    return operation.key(index).bytes().clone();
  }

  private Write write(
      Operation operation, int index, Flight flight, int tries, Consumer<Outcome> end) {
    org.plimsoll.api.Row row = operation.row(index);
    return new Write(
        requests,
        flight,
        new Write.Row(key(operation, index), rows.encode(row), row.totalBytes()),
        clock,
        tries,
        end);
  }

  private void read(byte[] key, Flight flight) {
    requests.values(
        flight,
        key,
        (replies, failure) -> {
          if (failure != null) {
            flight.finish(failure.outcome());
            return;
          }
          List<Versioned> newest = newest(Requests.versions(replies));
          if (newest.isEmpty()) {
            flight.finish(Outcome.notFound());
          } else {
            byte[] value = Versioned.latest(newest).value();
            flight.finish(rows.found(value, value.length));
          }
          if (replies.size() > 1 && repairsReads && requests.plain()) {
            repair(key, replies, newest);
          }
        });
  }

  private List<Versioned> newest(List<Versioned> versions) {
    List<Versioned> newest = Versioned.newest(versions);
    if (newest.size() > 1) {
      siblings.add(newest.size() - 1L);
    }
    return newest;
  }

  /**
   * Writes the newest versions to the nodes that do not have them. Does not wait for the answers.
   */
  private void repair(byte[] key, List<Asking.Reply> replies, List<Versioned> newest) {
    for (Asking.Reply reply : replies) {
      for (Versioned each : newest) {
        if (lacks(reply.answer().versions(), each.clock())) {
          repairs.add(1);
          reply.node().send(requests.put(key, each.clock(), each.value(), _ -> {}));
        }
      }
    }
  }

  private static boolean lacks(List<Versioned> known, VectorClock wanted) {
    for (Versioned each : known) {
      VectorClock.Order order = each.clock().compare(wanted);
      if (order == VectorClock.Order.EQUAL || order == VectorClock.Order.AFTER) {
        return false;
      }
    }
    return true;
  }

  private void getVersion(byte[] key, Flight flight) {
    requests.versions(
        flight,
        key,
        (replies, failure) -> {
          if (failure != null) {
            flight.finish(failure.outcome());
          } else {
            boolean found = !newest(Requests.versions(replies)).isEmpty();
            flight.finish(found ? Outcome.succeeded(0) : Outcome.notFound());
          }
        });
  }

  private static Outcome added(Outcome outcome) {
    return Failure.OBSOLETE_VERSION.text().equals(outcome.failureCode())
        ? outcome.withFailureCode(Common.EXISTS)
        : outcome;
  }

  /** Reads the row, and writes the next version. */
  private void compareAndSet(Operation operation, Flight flight) {
    Write write = write(operation, 0, flight, 1, flight::finish);
    requests.values(
        flight,
        key(operation, 0),
        (replies, failure) -> {
          if (failure != null) {
            flight.finish(failure.outcome());
            return;
          }
          VectorClock previous = Requests.merged(replies);
          if (previous.nodes().length == 0) {
            flight.finish(Outcome.notFound());
          } else {
            write.put(previous);
          }
        });
  }

  /** Deletes the existing versions. A version that is written in the meantime remains. */
  private void delete(byte[] key, Flight flight) {
    requests.versions(
        flight,
        key,
        (replies, failure) -> {
          if (failure != null) {
            flight.finish(failure.outcome());
            return;
          }
          VectorClock clock = Requests.merged(replies);
          if (clock.nodes().length == 0) {
            flight.finish(Outcome.notFound());
          } else {
            requests.delete(
                flight, key, clock, (deletes, failed) -> deleted(deletes, failed, flight));
          }
        });
  }

  private static void deleted(
      List<Asking.Reply> replies, @Nullable Failure failure, Flight flight) {
    if (failure != null) {
      flight.finish(failure.outcome());
    } else {
      boolean any = replies.stream().anyMatch(reply -> reply.answer().deleted());
      flight.finish(any ? Outcome.succeeded(0) : Outcome.notFound());
    }
  }

  private void bulkRead(Operation operation, Flight flight) {
    List<byte[]> keys = new ArrayList<>(operation.size());
    for (int i = 0; i < operation.size(); i++) {
      keys.add(key(operation, i));
    }
    new BulkRead(
            requests,
            flight,
            keys,
            (versions, failure) ->
                flight.finish(failure == null ? foundAll(versions) : failure.outcome()))
        .start();
  }

  private Outcome foundAll(List<List<Versioned>> versions) {
    byte[][] values = new byte[versions.size()][];
    for (int i = 0; i < values.length; i++) {
      List<Versioned> newest = newest(versions.get(i));
      if (!newest.isEmpty()) {
        values[i] = Versioned.latest(newest).value();
      }
    }
    return rows.foundAll(Arrays.asList(values));
  }

  /** Writes all rows in parallel. The first failure is the outcome of the bulk operation. */
  private void bulkWrite(Operation operation, Flight flight) {
    int size = operation.size();
    if (size == 0) {
      flight.finish(Outcome.succeeded(0, 0));
      return;
    }
    List<Write> writes = new ArrayList<>(size);
    AtomicInteger remaining = new AtomicInteger(size);
    AtomicReference<@Nullable Outcome> failed = new AtomicReference<>();
    long payloadBytes = 0;
    for (int i = 0; i < size; i++) {
      payloadBytes += operation.row(i).totalBytes();
    }
    long bytes = payloadBytes;
    for (int i = 0; i < size; i++) {
      writes.add(
          write(
              operation,
              i,
              flight,
              writeTries,
              outcome -> {
                if (outcome.status() != Outcome.Status.SUCCEEDED) {
                  failed.compareAndSet(null, outcome);
                }
                if (remaining.decrementAndGet() == 0) {
                  Outcome failure = failed.get();
                  flight.finish(failure == null ? Outcome.succeeded(size, bytes) : failure);
                }
              }));
    }
    writes.forEach(Write::update);
  }
}
