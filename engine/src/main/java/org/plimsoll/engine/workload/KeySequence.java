package org.plimsoll.engine.workload;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.share.InsertProgress;
import org.plimsoll.engine.share.OwnIndexes;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.share.Shares;

/**
 * Hands out the positions of new keys, each once in the fleet, and records which of them exist. It
 * outlives a workload change, so that the new workload does not insert the same keys again.
 * Thread-safe.
 *
 * <p>Each generator numbers its inserts, and has its own positions for them: {@link OwnIndexes}.
 * Other generators {@linkplain #elsewhere report} their inserts to it about once a second. The
 * {@link InsertLedger} of each generator records which of its keys exist. Memory is bounded.
 */
public final class KeySequence {
  private final long keys;
  private final Shares shares;
  private final AtomicLong next;
  private final InsertLedger ledger;
  private final Map<Integer, GeneratorKeys> others = new ConcurrentHashMap<>();
  private volatile @Nullable OwnIndexes own;
  private volatile @Nullable FleetKeys fleet;
  private long reported;

  /** Creates a sequence for a generator without a fleet. */
  public KeySequence(long keys) {
    this(keys, Shares.alone());
  }

  /** Creates a sequence that starts after {@code keys} existing keys. */
  public KeySequence(long keys, Shares shares) {
    if (keys < 0) {
      throw new IllegalArgumentException("a key sequence starts at 0 or above, was " + keys);
    }
    this.keys = keys;
    this.shares = shares;
    this.next = new AtomicLong(keys);
    this.ledger = new InsertLedger(keys);
    this.reported = keys;
  }

  /** Takes the number of a new insert; the first is the number of keys at the start. */
  public long next() {
    return next.getAndIncrement();
  }

  /** Returns the position of an insert's key, counted from the workload's first key. */
  public long position(long insert) {
    OwnIndexes mine = own();
    return mine == null || mine.isAll() ? insert : keys + mine.at(insert - keys);
  }

  private @Nullable OwnIndexes own() {
    OwnIndexes mine = own;
    if (mine == null) {
      mine = shares.indexes();
      own = mine;
    }
    return mine;
  }

  /** Returns the number of keys that existed at the start or were handed out by this generator. */
  public long size() {
    return next.get();
  }

  /** Returns the first insert whose state is known. */
  long start() {
    return ledger.start();
  }

  /** Returns the end, exclusive, of the inserts of this generator that have all ended. */
  long end() {
    return ledger.end();
  }

  /** Returns the number of keys that exist for certain. */
  long existing() {
    FleetKeys all = fleet();
    return all == null ? ledger.existing() : all.existing();
  }

  /**
   * Returns the position of the existing key with {@code rank} newer keys, or −1 if there are too
   * few.
   */
  long newest(long rank) {
    FleetKeys all = fleet();
    return all == null ? ledger.newest(rank) : all.newest(rank);
  }

  /** Records the end of an insert, after which the key exists or may be missing. */
  void ended(long insert, boolean exists) {
    ledger.ended(insert, exists);
  }

  /**
   * Returns the keys of all generators; null if this generator has all positions and no other one
   * has reported.
   */
  private @Nullable FleetKeys fleet() {
    OwnIndexes mine = own();
    if ((mine == null || mine.isAll()) && others.isEmpty()) {
      return null;
    }
    ShareTable table = shares.view().epoch().table();
    FleetKeys known = fleet;
    if (known == null || !known.isOf(table, others.size(), mine)) {
      known = new FleetKeys(keys, table, others, shares.generator(), mine, ledger);
      fleet = known;
    }
    return known;
  }

  /** Returns a report on the inserts that have ended since the last call. */
  public synchronized InsertProgress progress() {
    long to = ledger.end();
    long since = Math.max(reported, ledger.start());
    InsertProgress progress =
        new InsertProgress(
            shares.generator(),
            own(),
            Math.max(0, since - keys),
            to - keys,
            ledger.missing(since, keys));
    reported = to;
    return progress;
  }

  /** Records the inserts of another generator. Reports may be lost or arrive twice. */
  public void elsewhere(InsertProgress progress) {
    OwnIndexes its = progress.indexes();
    if (its != null && progress.generator() != shares.generator()) {
      others
          .computeIfAbsent(
              progress.generator(), _ -> new GeneratorKeys(its, new InsertLedger(keys)))
          .ledger()
          .follow(progress.since() + keys, progress.ended() + keys, progress.missing(), keys);
    }
  }
}
