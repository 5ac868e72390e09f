package org.plimsoll.analysis.consistency;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one key: its writes with the time each of them was under way, and what each
 * client has seen. A write w lies in [s(w), a(w)], from before it was sent until after it was
 * acknowledged; a(w) is infinite while that is open, and for ever if it failed, since a failed
 * write may take effect at any time. A read r lies in [s(r), e(r)]. Times are nanoseconds since the
 * run began. Locked by itself.
 *
 * <p><b>Order.</b> w is <i>certainly older</i> than w' iff a(w) &lt; s(w'). Writes that overlap
 * have no order that a client could know, so nothing is ever concluded from one. What the key held
 * before the run is older than all.
 *
 * <p><b>Stale.</b> A read r that returned v is stale iff a write w is certainly newer than v and
 * a(w) &lt; s(r): v was overwritten before the read began. That is the opposite of a regular
 * register's promise (Lamport, On interprocess communication, 1986). It is <i>k versions
 * behind</i>, k the number of such w. If r had begun before the first of those acknowledgements, it
 * would have been right; so its <b>staleness</b> is at least s(r) − min a(w), which is the Δ of
 * Golab, Li and Shah (Analyzing consistency properties for fun and profit, PODC 2011) for this
 * read. And v was current until some write took its place, no earlier than max(s(w), s(v)) for a w
 * not certainly older than v; so its staleness is at most e(r) − min max(s(w), s(v)).
 *
 * <p><b>Visibility.</b> With w the last write that was acknowledged before s(r), the read is one
 * trial at t = s(r) − a(w): it sees w unless what it returned is certainly older than w. The share
 * that sees, by t, is the t-visibility of Bailis et al. (Probabilistically bounded staleness for
 * practical partial quorums, VLDB 2012).
 *
 * <p><b>Session guarantees</b> (Terry et al., PDIS 1994), for a client c and a read r of it that
 * returned v, each among operations that ended before r began:
 *
 * <ul>
 *   <li>read your writes: c wrote w, and v is certainly older than w;
 *   <li>monotonic reads: c read v', and v is certainly older than v';
 *   <li>monotonic writes: likewise, and one client wrote both v and v', in that order;
 *   <li>writes follow reads: c read v', whose writer had read u before it wrote v', and v is u or
 *       certainly older than u.
 * </ul>
 *
 * <p><b>Memory.</b> When there is no room, the writes that were acknowledged first are forgotten. A
 * read that returns a forgotten one is stale if a write that began after the last of their
 * acknowledgements had been acknowledged when it began, and unjudged otherwise; its figures are
 * lower bounds. If a write that may still take effect had to be left out, values that are not known
 * are never judged again.
 */
final class KeyHistory {
  /** The end of a write that is under way. */
  static final long OPEN = Long.MAX_VALUE;

  /** The end of a write that failed, or that nobody waits for any more. */
  static final long UNKNOWN = Long.MAX_VALUE - 1;

  static final int NO_CLIENT = -1;

  /** What a read returned. */
  enum Found {
    /** The row of a write of this run. */
    WRITE,
    /** A row that was there before the run. */
    INITIAL,
    /** No row. */
    ABSENT,
    /** Something that tells nothing. */
    NOTHING_KNOWN
  }

  private static final int INITIAL_ENTRIES = 8;
  private static final int MAXIMUM_ENTRIES = 256;

  // A write.
  private static final int WORDS = 6;
  private static final int ID = 0;
  private static final int START = 1;
  private static final int ACK = 2;
  private static final int CLIENT = 3;
  private static final int FOLLOWS = 4;
  private static final int FOLLOWS_START = 5;
  private static final long ABSENCE = 1L << 32;

  // A client's session: the version it saw last, and its last acknowledged write.
  private static final int SESSION_WORDS = 8;
  private static final int SEEN = 0;
  private static final int SEEN_START = 1;
  private static final int SEEN_END = 2;
  private static final int SEEN_CLIENT = 3;
  private static final int SEEN_FOLLOWS = 4;
  private static final int SEEN_FOLLOWS_START = 5;
  private static final int OWN_START = 6;
  private static final int OWN_ACK = 7;

  private final long key;
  private final AtomicInteger entriesLeft;
  private final int clients;
  private long[] words = new long[INITIAL_ENTRIES * WORDS];
  private int size;
  private long @Nullable [] sessions;

  /** Of the writes that were forgotten, the last end, and how many there were. */
  private long forgottenAck = -1;

  private int forgotten;
  private long firstAck = OPEN;
  private boolean incomplete;
  private boolean unknowable;

  /**
   * A key that nothing has been written to.
   *
   * @param entriesLeft writes that all keys together may remember beyond the first few of each
   * @param clients numbers of clients are below this
   */
  KeyHistory(long key, AtomicInteger entriesLeft, int clients) {
    this.key = key;
    this.entriesLeft = entriesLeft;
    this.clients = clients;
  }

  long key() {
    return key;
  }

  /**
   * A write is about to be sent.
   *
   * @param id above 0, and another one for each write
   * @param client its number, or {@link #NO_CLIENT}
   * @param deletes whether it leaves no row
   */
  synchronized void writeStarts(long id, long startNanos, int client, boolean deletes) {
    if (size * WORDS == words.length && !grow() && !forgetOlderHalf() && !forgetOne()) {
      incomplete = true;
      return;
    }
    int at = size++ * WORDS;
    words[at + ID] = id;
    words[at + START] = startNanos;
    words[at + ACK] = OPEN;
    words[at + CLIENT] = (client & 0xffff_ffffL) | (deletes ? ABSENCE : 0);
    words[at + FOLLOWS] = 0;
    words[at + FOLLOWS_START] = 0;
    long[] known = sessions;
    if (known != null && client >= 0) {
      int session = client * SESSION_WORDS;
      if (known[session + SEEN] != 0 && known[session + SEEN_END] < startNanos) {
        words[at + FOLLOWS] = known[session + SEEN];
        words[at + FOLLOWS_START] = known[session + SEEN_START];
      }
    }
  }

  /** A write was acknowledged. */
  synchronized void writeEnds(long id, long ackNanos) {
    int at = find(id);
    if (at < 0) {
      return;
    }
    words[at + ACK] = ackNanos;
    firstAck = Math.min(firstAck, ackNanos);
    int client = client(at);
    if (client >= 0) {
      long[] known = sessions();
      int session = client * SESSION_WORDS;
      if (known[session + OWN_ACK] == OPEN || known[session + OWN_START] < words[at + START]) {
        known[session + OWN_START] = words[at + START];
        known[session + OWN_ACK] = ackNanos;
      }
    }
  }

  /** A write failed, or was given up: it may take effect at any time, or never. */
  synchronized void writeFails(long id) {
    int at = find(id);
    if (at >= 0) {
      words[at + ACK] = UNKNOWN;
    }
  }

  /** Something was done to the key that nobody here understands. */
  synchronized void becomesUnknowable() {
    unknowable = true;
  }

  /** Whether so. */
  synchronized boolean isUnknowable() {
    return unknowable;
  }

  /** Whether a write was acknowledged. */
  synchronized boolean isWritten() {
    return firstAck != OPEN && !unknowable;
  }

  /**
   * A read has ended.
   *
   * @param id the write that it found, where it found one
   * @param intendedNanos when that was meant to start
   * @param into takes the judgement
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
    int at = -1;
    if (found == Found.WRITE) {
      at = find(id);
    } else if (found == Found.ABSENT) {
      at = absence(endNanos);
    }
    boolean isForgotten = found == Found.WRITE && at < 0;
    if (incomplete && at < 0 && found != Found.INITIAL) {
      return;
    }
    long versionStart = at >= 0 ? words[at + START] : isForgotten ? intendedNanos : -1;
    // What is absent may be so by a delete that was forgotten.
    long versionAck = at >= 0 ? words[at + ACK] : found == Found.INITIAL ? -1 : forgottenAck;
    judge(at, isForgotten, versionStart, versionAck, startNanos, endNanos, into);
    if (client >= 0) {
      long[] known = sessions();
      judgeSession(known, client, at, id, versionAck, startNanos, into);
      if (found == Found.WRITE && at >= 0) {
        see(known, client, at, versionAck, endNanos);
      }
    }
  }

  private void judge(
      int version,
      boolean isForgotten,
      long versionStart,
      long versionAck,
      long startNanos,
      long endNanos,
      Judgement into) {
    int behind = 0;
    long oldestMissedAck = OPEN;
    int missed = -1;
    int latest = version >= 0 && versionAck < startNanos ? version : -1;
    boolean forgotOne = forgotten > 0 && forgottenAck >= versionStart;
    long replacedNanos = isForgotten || forgotOne ? versionStart : OPEN;
    for (int at = 0; at < size * WORDS; at += WORDS) {
      long ack = words[at + ACK];
      long start = words[at + START];
      if (at == version) {
        continue;
      }
      if (ack < startNanos) {
        latest = latest < 0 || ack > words[latest + ACK] ? at : latest;
        if (start > versionAck) {
          behind++;
          oldestMissedAck = Math.min(oldestMissedAck, ack);
          missed = missed < 0 || start > words[missed + START] ? at : missed;
        }
      }
      if (ack >= versionStart) {
        replacedNanos = Math.min(replacedNanos, Math.max(start, versionStart));
      }
    }
    if (versionAck < 0 && behind > 0 && forgottenAck < startNanos) {
      // Everything is newer than what was there before the run.
      behind += forgotten;
      oldestMissedAck = Math.min(oldestMissedAck, firstAck);
    }
    if (behind > 0) {
      long atLeast = startNanos - oldestMissedAck;
      into.stale(behind, atLeast, Math.max(atLeast, endNanos - Math.max(0, replacedNanos)));
      into.missed(words[missed + ID], words[missed + ACK], client(missed));
    } else if (isForgotten) {
      // It was overwritten, but perhaps not before this read began.
      into.concurrent();
    } else {
      into.fresh(versionAck >= startNanos);
    }
    if (latest >= 0) {
      boolean sees = latest == version || versionAck >= words[latest + START];
      into.visibility(startNanos - words[latest + ACK], sees);
    }
  }

  private void judgeSession(
      long[] known,
      int client,
      int version,
      long id,
      long versionAck,
      long startNanos,
      Judgement into) {
    int at = client * SESSION_WORDS;
    if (known[at + OWN_ACK] < startNanos) {
      into.check(Guarantee.READ_YOUR_WRITES, versionAck < known[at + OWN_START]);
    }
    if (known[at + SEEN] == 0 || known[at + SEEN_END] >= startNanos) {
      return;
    }
    boolean older = versionAck < known[at + SEEN_START];
    into.check(Guarantee.MONOTONIC_READS, older);
    if (version >= 0 && client(version) >= 0 && client(version) == known[at + SEEN_CLIENT]) {
      into.check(Guarantee.MONOTONIC_WRITES, older);
    }
    if (known[at + SEEN_FOLLOWS] != 0) {
      boolean isRead =
          version >= 0
              && id == known[at + SEEN_FOLLOWS]
              && known[at + SEEN] != known[at + SEEN_FOLLOWS];
      into.check(
          Guarantee.WRITES_FOLLOW_READS, isRead || versionAck < known[at + SEEN_FOLLOWS_START]);
    }
  }

  /** Remembers the newest version that a client has seen; an older one teaches nothing. */
  private void see(long[] known, int client, int version, long versionAck, long endNanos) {
    int at = client * SESSION_WORDS;
    if (known[at + SEEN] == words[version + ID]) {
      known[at + SEEN_END] = Math.min(known[at + SEEN_END], endNanos);
    } else if (known[at + SEEN] == 0 || versionAck >= known[at + SEEN_START]) {
      known[at + SEEN] = words[version + ID];
      known[at + SEEN_START] = words[version + START];
      known[at + SEEN_END] = endNanos;
      known[at + SEEN_CLIENT] = client(version);
      known[at + SEEN_FOLLOWS] = words[version + FOLLOWS];
      known[at + SEEN_FOLLOWS_START] = words[version + FOLLOWS_START];
    }
  }

  /** The delete that a read which found nothing may have seen, the latest to end; or -1. */
  private int absence(long endNanos) {
    int latest = -1;
    for (int at = 0; at < size * WORDS; at += WORDS) {
      boolean deletes = (words[at + CLIENT] & ABSENCE) != 0;
      if (deletes
          && words[at + START] <= endNanos
          && (latest < 0 || words[at + ACK] > words[latest + ACK])) {
        latest = at;
      }
    }
    return latest;
  }

  private int find(long id) {
    for (int at = (size - 1) * WORDS; at >= 0; at -= WORDS) {
      if (words[at + ID] == id) {
        return at;
      }
    }
    return -1;
  }

  private int client(int at) {
    return (int) words[at + CLIENT];
  }

  private long[] sessions() {
    long[] known = sessions;
    if (known == null) {
      known = new long[clients * SESSION_WORDS];
      for (int at = 0; at < known.length; at += SESSION_WORDS) {
        known[at + OWN_ACK] = OPEN;
      }
      sessions = known;
    }
    return known;
  }

  private boolean grow() {
    int entries = words.length / WORDS;
    if (entries >= MAXIMUM_ENTRIES || entriesLeft.addAndGet(-entries) < 0) {
      return false;
    }
    words = Arrays.copyOf(words, words.length * 2);
    return true;
  }

  /**
   * Forgets the writes that are certainly older than the one in the middle: many in one go, so that
   * a write pays for one on average. They lie in the order in which they began, or nearly.
   */
  private boolean forgetOlderHalf() {
    long middleStart = words[size / 2 * WORDS + START];
    int kept = 0;
    for (int at = 0; at < size * WORDS; at += WORDS) {
      long ack = words[at + ACK];
      if (ack < middleStart) {
        forgottenAck = Math.max(forgottenAck, ack);
        forgotten++;
      } else {
        System.arraycopy(words, at, words, kept, WORDS);
        kept += WORDS;
      }
    }
    boolean any = kept < size * WORDS;
    size = kept / WORDS;
    return any;
  }

  /** Forgets the write that was acknowledged first, or else one that failed. */
  private boolean forgetOne() {
    int oldest = -1;
    int failed = -1;
    for (int at = 0; at < size * WORDS; at += WORDS) {
      if (words[at + ACK] < UNKNOWN) {
        oldest = oldest < 0 || words[at + ACK] < words[oldest + ACK] ? at : oldest;
      } else if (words[at + ACK] == UNKNOWN && failed < 0) {
        failed = at;
      }
    }
    if (oldest >= 0) {
      forgottenAck = Math.max(forgottenAck, words[oldest + ACK]);
      forgotten++;
      remove(oldest);
      return true;
    }
    if (failed >= 0) {
      incomplete = true;
      remove(failed);
      return true;
    }
    return false;
  }

  private void remove(int at) {
    System.arraycopy(words, at + WORDS, words, at, (size - 1) * WORDS - at);
    size--;
  }
}
