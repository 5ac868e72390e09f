package org.plimsoll.analysis.consistency;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.load.OperationWatch;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.StampReader;

/**
 * Watches one operation at a time: stamps its writes, and judges its reads. A watch is reused
 * without allocation, and used by the thread of the operation.
 */
final class ConsistencyWatch implements OperationWatch {
  /** A write's id consists of the number of its watch and its number within the watch. */
  private static final int SEQUENCE_BITS = 40;

  private final WatchContext context;
  private final long process;
  private final StampReader stamps = new StampReader();
  private final Judgement judgement = new Judgement();
  private final Tally.Story story = this::tell;
  private @Nullable KeyHistory[] keys = new KeyHistory[1];
  private final int firstClient;
  private final int clients;
  private int worker = -1;
  private int client;
  private boolean isFollowed;
  private long sequence;
  private long write;
  private long startNanos;
  private long endNanos;
  private long judgedKey;

  ConsistencyWatch(WatchContext context, long process, int firstClient, int clients) {
    this.context = context;
    this.process = process;
    this.firstClient = firstClient;
    this.clients = clients;
  }

  @Override
  public void client(int number) {
    worker = number;
  }

  @Override
  public void starts(OperationBuffer operation, long intendedNanos, long nowNanos) {
    startNanos = context.sinceOrigin(nowNanos);
    int number = worker >= 0 ? worker : (int) Long.remainderUnsigned(operation.index(), clients);
    client = number < clients ? firstClient + number : KeyWrites.NO_CLIENT;
    if (keys.length < operation.size()) {
      keys = new KeyHistory[operation.size()];
    }
    OperationType type = operation.type();
    if (type.side() == OperationType.Side.READS) {
      return;
    }
    boolean deletes = type.equals(OperationType.DELETE);
    boolean isKnown = deletes || OtherWriters.leavesStamp(type);
    write = process << SEQUENCE_BITS | ++sequence;
    if (isKnown && !deletes) {
      long intended = context.sinceOrigin(intendedNanos);
      // A row that does not identify its write would be treated as an earlier row.
      isKnown = operation.stamp(context.run(), write, context.epochNanos(intended));
    }
    isFollowed = isKnown;
    for (int item = 0; item < operation.size(); item++) {
      KeyHistory key = context.sample().findOrAdd(operation.key(item).number());
      keys[item] = key;
      if (key != null && isKnown) {
        key.writeStarts(write, startNanos, client, deletes);
      } else if (key != null) {
        key.becomesUnknowable();
      }
    }
  }

  @Override
  public void ends(OperationBuffer operation, Outcome outcome, long nowNanos) {
    endNanos = context.sinceOrigin(nowNanos);
    OperationType type = operation.type();
    if (Outages.isOutage(outcome)) {
      context.outages().failed(startNanos, endNanos);
    }
    if (type.side() == OperationType.Side.WRITES) {
      endWrite(operation, isAcknowledged(operation, outcome));
    } else if (outcome.status() != Outcome.Status.FAILED
        && (type.equals(OperationType.READ) || type.equals(OperationType.BULK_READ))) {
      endRead(operation, outcome);
    }
  }

  @Override
  public void abandoned(OperationBuffer operation) {
    // An operation without a deadline is abandoned only when the run ends.
    if (operation.deadlineNanos() != Long.MAX_VALUE) {
      long deadline = context.sinceOrigin(operation.deadlineNanos());
      context.outages().failed(startNanos, Math.max(startNanos, deadline));
    }
    if (operation.type().side() == OperationType.Side.WRITES) {
      endWrite(operation, false);
    }
  }

  private void endWrite(OperationBuffer operation, boolean acknowledged) {
    boolean deletes = operation.type().equals(OperationType.DELETE);
    for (int item = 0; item < operation.size(); item++) {
      KeyHistory key = keys[item];
      if (key == null || !isFollowed) {
        continue;
      }
      if (acknowledged) {
        key.writeEnds(write, endNanos);
      } else {
        key.writeFails(write);
      }
      // A history of registers has no deletes and needs none; see AtomicRegister.
      if (!deletes) {
        recordWrite(key, acknowledged);
      }
    }
  }

  private void recordWrite(KeyHistory key, boolean acknowledged) {
    OperationHistory.Kind kind =
        acknowledged ? OperationHistory.Kind.WRITE : OperationHistory.Kind.UNKNOWN_WRITE;
    long end = acknowledged ? endNanos : KeyWrites.OPEN;
    context.history().add(kind, key.key(), process, client, write, startNanos, end);
  }

  private void endRead(OperationBuffer operation, Outcome outcome) {
    boolean looked = false;
    for (int item = 0; item < operation.size(); item++) {
      KeyHistory key = context.sample().find(operation.key(item).number());
      if (key == null) {
        continue;
      }
      if (!looked) {
        look(operation, outcome);
        looked = true;
      }
      Found found = found(outcome, item);
      long id = found == Found.WRITE ? stamps.write(item) : 0;
      long intended = found == Found.WRITE ? context.fromEpoch(stamps.intendedNanos(item)) : 0;
      judgedKey = key.key();
      judgement.stage(context.judgements().stage(startNanos));
      key.read(found, id, intended, startNanos, endNanos, client, judgement);
      context.judgements().judged(key, judgement, story);
      if (found == Found.WRITE || found == Found.INITIAL) {
        OperationHistory.Kind kind =
            found == Found.WRITE ? OperationHistory.Kind.READ : OperationHistory.Kind.READ_INITIAL;
        context.history().add(kind, key.key(), process, client, id, startNanos, endNanos);
      }
    }
  }

  private void look(OperationBuffer operation, Outcome outcome) {
    stamps.start(operation.size());
    Outcome.ReadRows rows = outcome.rows();
    if (rows != null) {
      rows.forEachField(stamps);
    }
  }

  private Found found(Outcome outcome, int item) {
    OtherWriters others = context.others();
    if (outcome.status() == Outcome.Status.NOT_FOUND) {
      return context.ignoresMissing() || others.delete() ? Found.NOTHING_KNOWN : Found.ABSENT;
    }
    return switch (stamps.kind(item)) {
      case UNSTAMPED -> others.leaveNoStamp() ? Found.NOTHING_KNOWN : Found.INITIAL;
      case STAMPED -> {
        if (stamps.run(item) == context.run()) {
          yield Found.WRITE;
        }
        if (others.exist() && OtherWriters.areOfOneRun(stamps.run(item), context.run())) {
          yield Found.NOTHING_KNOWN;
        }
        // The row is from an earlier run, or from another program that writes at the same time.
        yield context.fromEpoch(stamps.intendedNanos(item)) < 0
            ? Found.INITIAL
            : Found.NOTHING_KNOWN;
      }
      case NONE, DAMAGED -> Found.NOTHING_KNOWN;
    };
  }

  private static boolean isAcknowledged(OperationBuffer operation, Outcome outcome) {
    if (operation.type().equals(OperationType.DELETE)) {
      return outcome.status() != Outcome.Status.FAILED;
    }
    return outcome.status() == Outcome.Status.SUCCEEDED && outcome.items() >= operation.size();
  }

  /** Describes the read that was just judged. */
  private String tell() {
    String text =
        "A read of key "
            + judgedKey
            + (client < 0 ? "" : " by client " + client)
            + " from "
            + ConsistencyFindings.instant(startNanos)
            + " to "
            + ConsistencyFindings.instant(endNanos);
    return judgement.kind() == Judgement.Kind.STALE
        ? text
            + " was "
            + ConsistencyFindings.versions(judgement.versionsBehind())
            + " behind; it missed a write acknowledged at "
            + ConsistencyFindings.instant(judgement.missedAckNanos())
            + "."
        : text + " returned an older version than the guarantee allows.";
  }
}
