package org.plimsoll.driver.zookeeper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.ErrorResult;
import org.apache.zookeeper.OpResult.GetDataResult;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.RowFrame;

/** Reads and writes several rows in one multi request. */
final class Bulks {
  /** Upper bound for the size of a request without its path and value, in bytes. */
  static final int OVERHEAD_BYTES = 512;

  private static final int TRIES = 3;
  private static final int ANY_VERSION = -1;

  private final RowFrame frame;
  private final List<ACL> access;

  /** The rows of a multi request, by path. Of two rows with the same path, the last one is used. */
  static final class Writes {
    private final Flight flight;
    private final int size;
    private final Map<String, byte[]> values = new LinkedHashMap<>();
    private long payloadBytes;
    private long requestBytes;

    Writes(Flight flight, int size) {
      this.flight = flight;
      this.size = size;
    }

    void put(String path, byte[] value, long rowBytes) {
      values.put(path, value);
      payloadBytes += rowBytes;
      requestBytes += value.length + path.length() + 64L;
    }

    /** Returns the approximate size of the request in bytes. */
    long requestBytes() {
      return requestBytes;
    }

    private void end(int result, String path) {
      Outcome outcome =
          result == Code.OK.intValue()
              ? Outcome.succeeded(size, payloadBytes)
              : Failures.outcome(result, path);
      flight.finish(outcome);
    }
  }

  Bulks(RowFrame frame, List<ACL> access) {
    this.frame = frame;
    this.access = access;
  }

  /** Returns the data of a node. Other clients may have created the node without data. */
  static byte[] valueOf(byte @Nullable [] data) {
    return data == null ? new byte[0] : data;
  }

  /** Reads the rows that exist. Their item numbers are their indexes in the list. */
  void read(Flight flight, List<String> paths) {
    if (paths.isEmpty()) {
      flight.finish(Outcome.notFound());
      return;
    }
    flight
        .nextRequest()
        .multi(
            paths.stream().map(Op::getData).toList(),
            (result, path, _, answers) -> {
              if (answers == null) {
                flight.fail(result, path);
              } else {
                flight.finish(found(answers, paths));
              }
            },
            null);
  }

  private Outcome found(List<OpResult> answers, List<String> paths) {
    byte[][] values = new byte[answers.size()][];
    for (int i = 0; i < values.length; i++) {
      switch (answers.get(i)) {
        case GetDataResult read -> values[i] = valueOf(read.getData());
        case ErrorResult error when error.getErr() != Code.NONODE.intValue() -> {
          return Failures.outcome(error.getErr(), paths.get(i));
        }
        default -> {
          // The row does not exist.
        }
      }
    }
    return frame.foundAll(Arrays.asList(values));
  }

  /**
   * Sets all rows in one multi request. If some do not exist, checks which, and creates them in
   * another request.
   */
  void write(Writes writes) {
    write(writes, Set.of(), 1);
  }

  private void write(Writes writes, Set<String> missing, int tries) {
    List<Op> requests = new ArrayList<>(writes.values.size());
    writes.values.forEach((path, value) ->
        requests.add(
            missing.contains(path)
                ? Op.create(path, value, access, CreateMode.PERSISTENT)
                : Op.setData(path, value, ANY_VERSION)));
    writes
        .flight
        .nextRequest()
        .multi(
            requests,
            (result, path, _, answers) -> {
              int first = answers == null ? result : firstError(answers);
              boolean changed =
                  first == Code.NONODE.intValue() || first == Code.NODEEXISTS.intValue();
              if (changed && tries < TRIES) {
                look(writes, tries);
              } else {
                writes.end(first, path);
              }
            },
            null);
  }

  /**
   * Returns the error that ended a multi request. The answers before it only report that their
   * requests were rolled back.
   */
  private static int firstError(List<OpResult> answers) {
    for (OpResult each : answers) {
      if (each instanceof ErrorResult error && error.getErr() != Code.OK.intValue()) {
        return error.getErr();
      }
    }
    return Code.OK.intValue();
  }

  private void look(Writes writes, int tries) {
    List<String> paths = List.copyOf(writes.values.keySet());
    writes
        .flight
        .nextRequest()
        .multi(
            paths.stream().map(Op::getData).toList(),
            (result, path, _, answers) -> {
              if (answers == null) {
                writes.end(result, path);
                return;
              }
              Set<String> missing = new HashSet<>();
              for (int i = 0; i < answers.size(); i++) {
                if (answers.get(i) instanceof ErrorResult error
                    && error.getErr() == Code.NONODE.intValue()) {
                  missing.add(paths.get(i));
                }
              }
              write(writes, missing, tries + 1);
            },
            null);
  }
}
