package org.plimsoll.analysis.consistency;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Judges the reads of one key by the writes to the key and by the versions that each client has
 * seen. A write w is in [s(w), a(w)], from before it was sent until after it was acknowledged.
 * While the write is in flight, a(w) is infinite. It remains infinite if the write failed, since a
 * failed write may take effect at any time. A read r is in [s(r), e(r)]. Times are nanoseconds
 * since the start of the run. Thread-safe: the object is its own lock.
 *
 * <p><b>Order.</b> w is <i>certainly older</i> than w' iff a(w) &lt; s(w'). The order of
 * overlapping writes is unknown to clients, so nothing is concluded from it. The initial value is
 * older than all writes.
 *
 * <p><b>Stale.</b> A read r that returned v is stale iff a write w is certainly newer than v and
 * a(w) &lt; s(r): v was overwritten before the read started. This violates the guarantee of a
 * regular register (Lamport, On interprocess communication, 1986). The read is <i>k versions
 * behind</i>, with k the number of such w. The read would have been correct before the first of
 * those acknowledgements. So its <b>staleness</b> is at least s(r) − min a(w), the Δ of Golab, Li
 * and Shah (Analyzing consistency properties for fun and profit, PODC 2011) for this read. v was
 * current until a write replaced it, no earlier than max(s(w), s(v)) for a w not certainly older
 * than v. So its staleness is at most e(r) − min max(s(w), s(v)).
 *
 * <p><b>Visibility.</b> With w the last write that was acknowledged before s(r), the read is one
 * trial at t = s(r) − a(w): it sees w unless the returned version is certainly older than w. The
 * share of reads that see w, by t, is the t-visibility of Bailis et al. (Probabilistically bounded
 * staleness for practical partial quorums, VLDB 2012).
 *
 * <p><b>Session guarantees</b> (Terry et al., PDIS 1994). For a read r of client c that returned v,
 * each guarantee is violated as follows. Only operations that ended before r started count:
 *
 * <ul>
 *   <li>read your writes: c wrote w, and v is certainly older than w;
 *   <li>monotonic reads: c read v', and v is certainly older than v';
 *   <li>monotonic writes: likewise, and one client wrote both v and v', in that order;
 *   <li>writes follow reads: c read v', whose writer had read u before it wrote v', and v is u or
 *       certainly older than u.
 * </ul>
 *
 * <p><b>Lost data.</b> A stale read after an outage may have missed a write that is lost. {@link
 * MissingWrite} has the definition.
 *
 * <p><b>Memory.</b> When memory is full, the writes that were acknowledged first are forgotten. A
 * read that returns a forgotten write is stale if a later write had been acknowledged when the read
 * started. A later write is one that started after the last acknowledgement of the forgotten ones.
 * The figures of such a read are lower bounds. Otherwise the read is unjudged. If a write that may
 * still take effect could not be stored, unknown values are never judged again.
 */
final class KeyHistory {
  private final long key;
  private final int clients;
  private final LossEvidence evidence;
  private final KeyWrites writes;
  private @Nullable ClientSessions sessions;
  private @Nullable MissingWrite missing;
  private long seenStart = -1;
  private long seenEnd = -1;
  private long firstAck = KeyWrites.OPEN;
  private boolean unknowable;

  /**
   * Creates the history of a key without writes.
   *
   * @param entriesLeft number of further writes that all keys together may store, besides the first
   *     writes of each key
   * @param clients upper bound of the clients' numbers, exclusive
   * @param evidence evidence of all keys about lost writes
   */
  KeyHistory(long key, AtomicInteger entriesLeft, int clients, LossEvidence evidence) {
    this.key = key;
    this.clients = clients;
    this.evidence = evidence;
    this.writes = new KeyWrites(entriesLeft);
  }

  long key() {
    return key;
  }

  /**
   * Records that a write is about to be sent.
   *
   * @param id above 0, and different for each write
   * @param client number of the client, or {@link KeyWrites#NO_CLIENT}
   * @param deletes whether the write is a delete
   */
  synchronized void writeStarts(long id, long startNanos, int client, boolean deletes) {
    int write = writes.add(id, startNanos, client, deletes);
    ClientSessions known = sessions;
    if (write >= 0 && known != null && client >= 0) {
      known.sends(client, writes, write);
    }
  }

  /** Records that a write was acknowledged. */
  synchronized void writeEnds(long id, long ackNanos) {
    int write = writes.find(id);
    if (write < 0) {
      return;
    }
    writes.ends(write, ackNanos);
    firstAck = Math.min(firstAck, ackNanos);
    int client = writes.client(write);
    if (client >= 0) {
      sessions().acknowledged(client, writes.start(write), ackNanos);
    }
  }

  /** Records that a write failed or was abandoned: it may take effect at any time, or never. */
  synchronized void writeFails(long id) {
    int write = writes.find(id);
    if (write >= 0) {
      writes.ends(write, KeyWrites.UNKNOWN);
    }
  }

  /** Records an operation with an unknown effect; later reads of the key are not judged. */
  synchronized void becomesUnknowable() {
    unknowable = true;
  }

  /** Returns whether an operation with an unknown effect has changed the key. */
  synchronized boolean isUnknowable() {
    return unknowable;
  }

  /** Returns whether a write was acknowledged, and all effects are known. */
  synchronized boolean isWritten() {
    return firstAck != KeyWrites.OPEN && !unknowable;
  }

  /**
   * Judges a read that has ended.
   *
   * @param id the write that it returned, if it returned one
   * @param intendedNanos the intended start of that write
   * @param into receives the judgement
   */
  synchronized void read(
      Found found,
      long id,
      long intendedNanos,
      long startNanos,
      long endNanos,
      int client,
      Judgement into) {
    into.clear();
    if (unknowable || found == Found.NOTHING_KNOWN) {
      return;
    }
    int version = KeyWrites.NONE;
    if (found == Found.WRITE) {
      version = writes.find(id);
    } else if (found == Found.ABSENT) {
      version = writes.absence(endNanos);
    }
    boolean isForgotten = found == Found.WRITE && version < 0;
    if (writes.isIncomplete() && version < 0 && found != Found.INITIAL) {
      return;
    }
    long versionStart = version >= 0 ? writes.start(version) : isForgotten ? intendedNanos : -1;
    long versionAck = versionAck(found, version);
    int missed = judge(version, isForgotten, versionStart, versionAck, startNanos, endNanos, into);
    if (version >= 0 || isForgotten) {
      returned(versionStart, versionAck, endNanos, into);
    }
    if (missed >= 0 && into.stage() != Judgement.Stage.READ_BACK) {
      suspect(found, missed, startNanos, endNanos, into);
    }
    if (client >= 0) {
      ClientSessions known = sessions();
      known.judge(client, writes, version, id, versionAck, startNanos, into);
      if (found == Found.WRITE && version >= 0) {
        known.sees(client, writes, version, versionAck, endNanos);
      }
    }
  }

  /**
   * Returns the end of the write that a read returned. An absent row may be due to a forgotten
   * delete.
   */
  private long versionAck(Found found, int version) {
    if (version >= 0) {
      return writes.ack(version);
    }
    return found == Found.INITIAL ? -1 : writes.forgottenAck();
  }

  /** Holds back a stale read if the write that it missed may be lost. */
  private void suspect(Found found, int missed, long startNanos, long endNanos, Judgement into) {
    long missedStart = writes.start(missed);
    MissingWrite suspected = missing;
    if (!evidence.isReason(writes.ack(missed), startNanos)) {
      return;
    }
    long dueNanos = evidence.dueNanos(writes.ack(missed), startNanos);
    if (seenStart >= missedStart && seenStart <= dueNanos && seenEnd > startNanos) {
      // A read that was judged before this one has shown that the store has the write.
      evidence.sawLag(startNanos - dueNanos);
      return;
    }
    if (suspected == null) {
      suspected = new MissingWrite(key, evidence);
      missing = suspected;
    }
    suspected.suspect(found, into, missedStart, startNanos, endNanos);
    into.hold();
  }

  private void returned(long versionStart, long versionAck, long endNanos, Judgement into) {
    if (versionStart > seenStart) {
      seenStart = versionStart;
      seenEnd = endNanos;
    } else if (versionStart == seenStart) {
      seenEnd = Math.max(seenEnd, endNanos);
    }
    MissingWrite suspected = missing;
    if (suspected != null) {
      suspected.seen(versionStart, versionAck, endNanos, into);
    }
  }

  /**
   * Decides whether a write that is still missing is lost; called when all reads have been judged.
   *
   * @param into receives the reads that were held back if it is not lost
   * @return the missing write; null if no write is missing
   */
  synchronized @Nullable MissingWrite decided(Judgement into) {
    into.clear();
    MissingWrite suspected = missing;
    if (suspected != null) {
      suspected.decide(!unknowable, into);
    }
    return suspected;
  }

  /** Judges a read; returns the newest write that it missed if it is stale, or else NONE. */
  private int judge(
      int version,
      boolean isForgotten,
      long versionStart,
      long versionAck,
      long startNanos,
      long endNanos,
      Judgement into) {
    int behind = 0;
    long oldestMissedAck = KeyWrites.OPEN;
    int missed = KeyWrites.NONE;
    int latest = version >= 0 && versionAck < startNanos ? version : KeyWrites.NONE;
    boolean forgotOne = writes.forgotten() > 0 && writes.forgottenAck() >= versionStart;
    long replacedNanos = isForgotten || forgotOne ? versionStart : KeyWrites.OPEN;
    for (int write = 0; write < writes.size(); write++) {
      long ack = writes.ack(write);
      long start = writes.start(write);
      if (write == version) {
        continue;
      }
      if (ack < startNanos) {
        latest = latest < 0 || ack > writes.ack(latest) ? write : latest;
        if (start > versionAck) {
          behind++;
          oldestMissedAck = Math.min(oldestMissedAck, ack);
          missed = missed < 0 || start > writes.start(missed) ? write : missed;
        }
      }
      if (ack >= versionStart) {
        replacedNanos = Math.min(replacedNanos, Math.max(start, versionStart));
      }
    }
    if (versionAck < 0 && behind > 0 && writes.forgottenAck() < startNanos) {
      // Every write is newer than the initial value.
      behind += writes.forgotten();
      oldestMissedAck = Math.min(oldestMissedAck, firstAck);
    }
    if (behind > 0) {
      long atLeast = startNanos - oldestMissedAck;
      into.stale(behind, atLeast, Math.max(atLeast, endNanos - Math.max(0, replacedNanos)));
      into.missed(writes.id(missed), writes.ack(missed), writes.client(missed));
    } else if (isForgotten) {
      // The value was overwritten, but perhaps not before this read started.
      into.concurrent();
    } else {
      into.fresh(versionAck >= startNanos);
    }
    if (latest >= 0) {
      boolean sees = latest == version || versionAck >= writes.start(latest);
      into.visibility(startNanos - writes.ack(latest), sees);
    }
    return missed;
  }

  private ClientSessions sessions() {
    ClientSessions known = sessions;
    if (known == null) {
      known = new ClientSessions(clients);
      sessions = known;
    }
    return known;
  }
}
