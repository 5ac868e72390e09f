package org.plimsoll.analysis.consistency;

/**
 * The last version of one key that each client has seen, and its last acknowledged write. Checks
 * the reads of a client for the session guarantees that {@code KeyHistory} defines. Not
 * thread-safe.
 */
final class ClientSessions {
  private static final int WORDS = 8;
  private static final int SEEN = 0;
  private static final int SEEN_START = 1;
  private static final int SEEN_END = 2;
  private static final int SEEN_CLIENT = 3;
  private static final int SEEN_FOLLOWS = 4;
  private static final int SEEN_FOLLOWS_START = 5;
  private static final int OWN_START = 6;
  private static final int OWN_ACK = 7;

  private final long[] words;

  /** Creates empty sessions for clients with numbers from 0 to below {@code clients}. */
  ClientSessions(int clients) {
    words = new long[clients * WORDS];
    for (int at = 0; at < words.length; at += WORDS) {
      words[at + OWN_ACK] = KeyWrites.OPEN;
    }
  }

  /** Records that a client sends a write after its reads so far. */
  void sends(int client, KeyWrites writes, int write) {
    int at = client * WORDS;
    if (words[at + SEEN] != 0 && words[at + SEEN_END] < writes.start(write)) {
      writes.follows(write, words[at + SEEN], words[at + SEEN_START]);
    }
  }

  /** Records that a write of a client was acknowledged. */
  void acknowledged(int client, long startNanos, long ackNanos) {
    int at = client * WORDS;
    if (words[at + OWN_ACK] == KeyWrites.OPEN || words[at + OWN_START] < startNanos) {
      words[at + OWN_START] = startNanos;
      words[at + OWN_ACK] = ackNanos;
    }
  }

  /**
   * Checks the guarantees for a read of a client.
   *
   * @param version the position of the write that it returned, or {@link KeyWrites#NONE}
   * @param id the id of that write
   * @param versionAck the end of that write
   * @param startNanos start of the read
   */
  void judge(
      int client,
      KeyWrites writes,
      int version,
      long id,
      long versionAck,
      long startNanos,
      Judgement into) {
    int at = client * WORDS;
    if (words[at + OWN_ACK] < startNanos) {
      into.check(Guarantee.READ_YOUR_WRITES, versionAck < words[at + OWN_START]);
    }
    if (words[at + SEEN] == 0 || words[at + SEEN_END] >= startNanos) {
      return;
    }
    boolean older = versionAck < words[at + SEEN_START];
    into.check(Guarantee.MONOTONIC_READS, older);
    int writer = version >= 0 ? writes.client(version) : KeyWrites.NO_CLIENT;
    if (writer >= 0 && writer == words[at + SEEN_CLIENT]) {
      into.check(Guarantee.MONOTONIC_WRITES, older);
    }
    if (words[at + SEEN_FOLLOWS] != 0) {
      boolean isRead =
          version >= 0
              && id == words[at + SEEN_FOLLOWS]
              && words[at + SEEN] != words[at + SEEN_FOLLOWS];
      into.check(
          Guarantee.WRITES_FOLLOW_READS, isRead || versionAck < words[at + SEEN_FOLLOWS_START]);
    }
  }

  /** Stores the newest version that a client has seen; an older one is ignored. */
  void sees(int client, KeyWrites writes, int version, long versionAck, long endNanos) {
    int at = client * WORDS;
    if (words[at + SEEN] == writes.id(version)) {
      words[at + SEEN_END] = Math.min(words[at + SEEN_END], endNanos);
    } else if (words[at + SEEN] == 0 || versionAck >= words[at + SEEN_START]) {
      words[at + SEEN] = writes.id(version);
      words[at + SEEN_START] = writes.start(version);
      words[at + SEEN_END] = endNanos;
      words[at + SEEN_CLIENT] = writes.client(version);
      words[at + SEEN_FOLLOWS] = writes.follows(version);
      words[at + SEEN_FOLLOWS_START] = writes.followsStart(version);
    }
  }
}
