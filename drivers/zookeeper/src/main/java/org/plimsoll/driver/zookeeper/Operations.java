package org.plimsoll.driver.zookeeper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.RowFrame;

/** Sends the requests for each operation. All sessions share it. */
final class Operations {
  static final OperationType CREATE = OperationType.inserting("create");
  static final OperationType CREATE_EPHEMERAL = OperationType.inserting("create-ephemeral");
  static final OperationType CAS = OperationType.writing("cas");
  static final OperationType CHILDREN = OperationType.reading("children");

  static final int OK = Code.OK.intValue();
  static final int NO_NODE = Code.NONODE.intValue();
  static final int NODE_EXISTS = Code.NODEEXISTS.intValue();

  /** Maximum number of attempts of an upsert while other clients create and delete the same row. */
  private static final int TRIES = 3;

  private static final int ANY_VERSION = -1;

  private final RowFrame frame;
  private final Paths paths;
  private final List<ACL> access;
  private final long maxBytes;
  private final Bulks bulks;
  private volatile boolean syncs;

  Operations(SettingValues settings, RowFrame frame, Paths paths) {
    this.frame = frame;
    this.paths = paths;
    access = settings.get(ZooKeeperSettings.ACL).list();
    maxBytes = settings.get(ZooKeeperSettings.MAX_BUFFER);
    bulks = new Bulks(frame, access);
    change(settings);
  }

  void change(SettingValues settings) {
    syncs = settings.get(ZooKeeperSettings.SYNC);
  }

  void send(Operation operation, Flight flight) {
    switch (operation.type().kind()) {
      case READ -> read(operation, flight);
      case INSERT -> insert(operation, flight);
      case UPDATE -> update(operation, flight);
      case DELETE -> delete(operation, flight);
      case SCAN -> scan(operation, flight);
      case BULK_READ -> bulkRead(operation, flight);
      case BULK_WRITE -> bulkWrite(operation, flight);
      case OWN, READ_MODIFY_WRITE -> own(operation, flight);
    }
  }

  /** Sends a sync, which is processed like a write, but changes no node. */
  void rehearse(Flight flight) {
    String path = paths.parents().getFirst();
    flight
        .nextRequest()
        .sync(
            path,
            (result, _, _) -> {
              if (result == OK) {
                flight.finish(Outcome.succeeded(0));
              } else {
                flight.fail(result, path);
              }
            },
            null);
  }

  private void own(Operation operation, Flight flight) {
    OperationType type = operation.type();
    if (type.equals(CREATE)) {
      create(operation, flight, CreateMode.PERSISTENT);
    } else if (type.equals(CREATE_EPHEMERAL)) {
      create(operation, flight, CreateMode.EPHEMERAL);
    } else if (type.equals(CAS)) {
      compareAndSet(operation, flight);
    } else if (type.equals(CHILDREN)) {
      children(operation, flight);
    } else {
      flight.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
    }
  }

  /**
   * Sends a sync before a read, if reads must see all earlier writes. The server answers requests
   * of a session in order, so the read need not wait for the answer to the sync.
   */
  private void syncFirst(Flight flight, String path) {
    if (syncs) {
      flight
          .nextRequest()
          .sync(
              path,
              (result, _, _) -> {
                if (result != OK) {
                  flight.fail(result, path);
                }
              },
              null);
    }
  }

  private void read(Operation operation, Flight flight) {
    String path = paths.of(operation.key());
    syncFirst(flight, path);
    flight
        .nextRequest()
        .getData(
            path,
            false,
            (result, _, _, data, _) -> {
              if (result == OK) {
                byte[] value = Bulks.valueOf(data);
                flight.finish(frame.found(value, value.length));
              } else if (result == NO_NODE) {
                flight.finish(Outcome.notFound());
              } else {
                flight.fail(result, path);
              }
            },
            null);
  }

  /** Returns the value of a row, or null if the operation has failed because it is too large. */
  private byte @Nullable [] value(Operation operation, Flight flight) {
    byte[] value = frame.encode(operation.row());
    return isTooLarge(flight, value.length) ? null : value;
  }

  /**
   * Fails the operation if its request is too large. For such a request, a server would close the
   * connection with all requests in flight.
   */
  private boolean isTooLarge(Flight flight, long bytes) {
    if (bytes <= maxBytes - Bulks.OVERHEAD_BYTES) {
      return false;
    }
    flight.finish(
        Outcome.failed(
                Common.TOO_LARGE, () -> "the request would be larger than max-buffer=" + maxBytes)
            .withAttempts(0));
    return true;
  }

  private void insert(Operation operation, Flight flight) {
    byte[] value = value(operation, flight);
    if (value != null) {
      Outcome written = Outcome.succeeded(operation.row().totalBytes());
      upsert(new Upsert(flight, paths.of(operation.key()), value, written), true, 1);
    }
  }

  private void update(Operation operation, Flight flight) {
    byte[] value = value(operation, flight);
    if (value != null) {
      Outcome written = Outcome.succeeded(operation.row().totalBytes());
      upsert(new Upsert(flight, paths.of(operation.key()), value, written), false, 1);
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // Instances are never compared.
  private record Upsert(Flight flight, String path, byte[] value, Outcome written) {
    void end(int result) {
      if (result == OK) {
        flight.finish(written);
      } else {
        flight.fail(result, path);
      }
    }
  }

  /** Creates a row and sets it if it exists, or sets it and creates it if it does not exist. */
  private void upsert(Upsert upsert, boolean creates, int tries) {
    if (creates) {
      upsert
          .flight()
          .nextRequest()
          .create(
              upsert.path(),
              upsert.value(),
              access,
              CreateMode.PERSISTENT,
              (result, _, _, _) -> {
                if (result == NODE_EXISTS && tries < TRIES) {
                  upsert(upsert, false, tries + 1);
                } else {
                  upsert.end(result);
                }
              },
              null);
    } else {
      upsert
          .flight()
          .nextRequest()
          .setData(
              upsert.path(),
              upsert.value(),
              ANY_VERSION,
              (result, _, _, _) -> {
                if (result == NO_NODE && tries < TRIES) {
                  upsert(upsert, true, tries + 1);
                } else {
                  upsert.end(result);
                }
              },
              null);
    }
  }

  private void delete(Operation operation, Flight flight) {
    String path = paths.of(operation.key());
    flight
        .nextRequest()
        .delete(
            path,
            ANY_VERSION,
            (result, _, _) -> {
              if (result == OK) {
                flight.finish(Outcome.succeeded(0));
              } else if (result == NO_NODE) {
                flight.finish(Outcome.notFound());
              } else {
                flight.fail(result, path);
              }
            },
            null);
  }

  private void create(Operation operation, Flight flight, CreateMode mode) {
    byte[] value = value(operation, flight);
    if (value != null) {
      String path = paths.of(operation.key());
      Outcome written = Outcome.succeeded(operation.row().totalBytes());
      Upsert creation = new Upsert(flight, path, value, written);
      flight
          .nextRequest()
          .create(path, value, access, mode, (result, _, _, _) -> creation.end(result), null);
    }
  }

  /** Reads the version of a row, and then writes the row if its version is unchanged. */
  private void compareAndSet(Operation operation, Flight flight) {
    byte[] value = value(operation, flight);
    if (value == null) {
      return;
    }
    String path = paths.of(operation.key());
    Outcome written = Outcome.succeeded(operation.row().totalBytes());
    Upsert change = new Upsert(flight, path, value, written);
    flight
        .nextRequest()
        .exists(
            path,
            false,
            (result, _, _, stat) -> {
              if (result == OK) {
                flight
                    .nextRequest()
                    .setData(
                        path, value, stat.getVersion(), (set, _, _, _) -> change.end(set), null);
              } else if (result == NO_NODE) {
                flight.finish(Outcome.notFound());
              } else {
                flight.fail(result, path);
              }
            },
            null);
  }

  private void children(Operation operation, Flight flight) {
    String parent = paths.parent(operation.key());
    syncFirst(flight, parent);
    flight
        .nextRequest()
        .getChildren(
            parent,
            false,
            (result, _, _, names) -> {
              if (result == OK) {
                flight.finish(
                    Outcome.succeeded(
                        names.size(), names.stream().mapToLong(String::length).sum()));
              } else {
                flight.fail(result, parent);
              }
            },
            null);
  }

  /** Lists the rows with the same parent, and then reads those from the key onward. */
  private void scan(Operation operation, Flight flight) {
    String parent = paths.parent(operation.key());
    String from = Paths.name(operation.key().bytes());
    int length = operation.scanLength();
    syncFirst(flight, parent);
    flight
        .nextRequest()
        .getChildren(
            parent,
            false,
            (result, _, _, names) -> {
              if (result != OK) {
                flight.fail(result, parent);
                return;
              }
              List<String> found = new ArrayList<>();
              for (String name : names) {
                if (name.compareTo(from) >= 0) {
                  found.add(name);
                }
              }
              Collections.sort(found);
              bulks.read(
                  flight, found.stream().limit(length).map(name -> parent + '/' + name).toList());
            },
            null);
  }

  private void bulkRead(Operation operation, Flight flight) {
    List<String> all = new ArrayList<>(operation.size());
    for (int i = 0; i < operation.size(); i++) {
      all.add(paths.of(operation.key(i)));
    }
    syncFirst(flight, paths.parents().getFirst());
    bulks.read(flight, all);
  }

  private void bulkWrite(Operation operation, Flight flight) {
    Bulks.Writes writes = new Bulks.Writes(flight, operation.size());
    for (int i = 0; i < operation.size(); i++) {
      String path = paths.of(operation.key(i));
      writes.put(path, frame.encode(operation.row(i)), operation.row(i).totalBytes());
    }
    if (!isTooLarge(flight, writes.requestBytes())) {
      bulks.write(writes);
    }
  }
}
