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
 * Hands out positions of new keys, each once in the fleet, and knows which of them exist. It
 * survives a change of the workload, so that the new workload does not insert the same keys again.
 * Thread-safe.
 *
 * <p>Each generator numbers its inserts, and has positions of its own for them: {@link OwnIndexes}.
 * Of others it knows what they {@linkplain #elsewhere report}, once a second or so. The {@link
 * InsertLedger} of each says which of its keys exist; memory is bounded.
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

  /** Creates a sequence of a generator that is alone. */
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

  /** Takes the number of a new insert, from the number of keys at the start on. */
  public long next() {
    return next.getAndIncrement();
  }

  /** The position of the key of an insert, counted from the workload's first key. */
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

  /** The number of keys that exist at the start or have been handed out here. */
  public long size() {
    return next.get();
  }

  /** The first insert whose state is known. */
  long start() {
    return ledger.start();
  }

  /** The end, exclusive, of the inserts of this generator that have all ended. */
  long end() {
    return ledger.end();
  }

  /** The number of keys that exist for certain. */
  long existing() {
    FleetKeys all = fleet();
    return all == null ? ledger.existing() : all.existing();
  }

  /** The position of the existing key with {@code rank} newer keys, or −1 if there are too few. */
  long newest(long rank) {
    FleetKeys all = fleet();
    return all == null ? ledger.newest(rank) : all.newest(rank);
  }

  /** Records the end of an insert, after which the key exists or may be missing. */
  void ended(long insert, boolean exists) {
    ledger.ended(insert, exists);
  }

  /**
   * The keys of all generators; null when this one has all positions and nobody else has reported.
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

  /** How far the inserts are; each call reports what has ended since the last one. */
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

  /** Takes note of the inserts of another generator; reports may be lost or come twice. */
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
