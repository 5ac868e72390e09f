package org.plimsoll.fleet.control;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.fleet.control.FleetMessage.Entries;
import org.plimsoll.fleet.control.FleetMessage.Items;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;

/**
 * Replicates a run's journal and merged stream to all nodes. New parts are sent at once, missing
 * parts again. If parts differ, everything from the first difference on is replaced.
 */
final class Followers {
  /**
   * Number of parts to step back: less than a page, so that a page contains the first difference.
   */
  private static final int BACK = 4;

  private final String run;
  private final Term term;
  private final Timings timings;
  private final Members members;
  private final Journal journal;
  private final MergedStream stream;
  private final Outbox out;
  private final Map<String, Sent> sent = new TreeMap<>();

  Followers(
      String run,
      Term term,
      Timings timings,
      Members members,
      Journal journal,
      MergedStream stream,
      Outbox out) {
    this.run = run;
    this.term = term;
    this.timings = timings;
    this.members = members;
    this.journal = journal;
    this.stream = stream;
    this.out = out;
  }

  /**
   * The last parts sent to a node, and the position up to which its journal and stream may agree.
   */
  private static final class Sent {
    private long againNanos;
    private long entriesAgree = Long.MAX_VALUE;
    private long itemsAgree = Long.MAX_VALUE;
    private long entriesSearch;
    private long itemsSearch;
  }

  /** Sends a new entry to all nodes. */
  void appended(JournalEntry entry, long nowNanos) {
    for (Members.Seen each : members.all()) {
      if (each.takesPart()) {
        sendEntries(each.id(), entry.number());
        sent(each.id()).againNanos = nowNanos + timings.repeatNanos();
      }
    }
  }

  /** Records the entries and items that a heartbeat confirms. */
  void beat(String node, RunBeat beat, long nowNanos) {
    Sent to = sent(node);
    boolean entriesAgree = agrees(beat);
    to.entriesAgree = entriesAgree ? beat.journal() : back(to.entriesSearch, beat.journal());
    to.entriesSearch = entriesAgree ? 0 : to.entriesAgree;
    boolean itemsAgree = streamAgrees(beat);
    to.itemsAgree = itemsAgree ? beat.stream() : back(to.itemsSearch, beat.stream());
    to.itemsSearch = itemsAgree ? 0 : to.itemsAgree;
    sendMissing(node, to, nowNanos);
  }

  /**
   * Returns the next position in the search for the first difference; the end if a message was
   * lost.
   */
  private static long back(long search, long last) {
    return Math.max(0, (search > 0 ? search : last) - BACK);
  }

  /** Sends new items, and repeats items that nodes have not confirmed in time. */
  void step(List<StreamItem> merged, Map<String, RunBeat> beats, long nowNanos) {
    for (Members.Seen each : members.all()) {
      if (!each.takesPart()) {
        continue;
      }
      Sent to = sent(each.id());
      if (!merged.isEmpty()) {
        sendItems(each.id(), merged.getFirst().number());
      }
      if (!beats.containsKey(each.id())) {
        to.entriesAgree = 0;
        to.itemsAgree = 0;
      }
      if (members.heard(each.id(), nowNanos) && nowNanos >= to.againNanos) {
        sendMissing(each.id(), to, nowNanos);
      }
    }
    stream.keptUpTo(keptItem(beats));
  }

  /** Returns the last entry that a majority of nodes has stored; 0 if there is none. */
  long knownToMost(Map<String, RunBeat> beats) {
    List<Long> known =
        members.all().stream()
            .map(each -> beats.get(each.id()))
            .map(beat -> beat != null && agrees(beat) ? beat.journal() : 0L)
            .sorted(Comparator.reverseOrder())
            .toList();
    return known.isEmpty() ? 0 : known.get(known.size() / 2);
  }

  /**
   * Returns the last item that all cluster nodes have stored, so that any new coordinator has it.
   * An unreachable node counts until the cluster removes it.
   */
  private long keptItem(Map<String, RunBeat> beats) {
    long least = Long.MAX_VALUE;
    for (Members.Seen each : members.all()) {
      if (each.takesPart() || !each.reported()) {
        RunBeat beat = beats.get(each.id());
        least = Math.min(least, beat != null && streamAgrees(beat) ? beat.stream() : 0);
      }
    }
    return least == Long.MAX_VALUE ? 0 : least;
  }

  private void sendMissing(String node, Sent to, long nowNanos) {
    boolean missing = false;
    if (to.entriesAgree < journal.head()) {
      sendEntries(node, to.entriesAgree + 1);
      missing = true;
    }
    if (to.itemsAgree < stream.last()) {
      sendItems(node, to.itemsAgree + 1);
      missing = true;
    }
    if (missing) {
      to.againNanos = nowNanos + timings.repeatNanos();
    }
  }

  private void sendEntries(String node, long from) {
    out.toMember(
        node, new Entries(term, term.node(), run, journal.termAt(from - 1), journal.from(from)));
  }

  private void sendItems(String node, long from) {
    List<StreamItem> items = stream.from(from);
    if (!items.isEmpty()) {
      long first = items.getFirst().number();
      // The items in between are no longer available.
      long oldest = first > from ? first : stream.oldest();
      out.toMember(
          node, new Items(term, term.node(), run, oldest, stream.termAt(first - 1), items));
    }
  }

  private boolean agrees(RunBeat beat) {
    return beat.journal() <= journal.head()
        && journal.termAt(beat.journal()).equals(beat.journalTerm());
  }

  private boolean streamAgrees(RunBeat beat) {
    boolean known = beat.stream() >= stream.inMemoryFrom() && beat.stream() <= stream.last();
    return known
        ? stream.termAt(beat.stream()).equals(beat.streamTerm())
        : beat.stream() < stream.inMemoryFrom();
  }

  private Sent sent(String node) {
    return sent.computeIfAbsent(node, id -> new Sent());
  }
}
