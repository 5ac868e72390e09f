package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.FleetMessage.Entries;
import org.plimsoll.fleet.control.FleetMessage.Fetch;
import org.plimsoll.fleet.control.FleetMessage.Items;
import org.plimsoll.fleet.control.FleetMessage.Report;
import org.plimsoll.fleet.control.FleetMessage.RunReport;

/**
 * Collects the state of all runs for a new coordinator. It waits for the reports of all reachable
 * nodes, at least a majority. Then it fetches the newest journal of each run and the end of its
 * merged stream, unless all nodes have the same. If a majority of the previous nodes is missing, it
 * waits for the duration of one lease.
 */
final class TakeOver {
  private final Term term;
  private final Timings timings;
  private final Members members;
  private final ItemStore store;
  private final Outbox out;
  private final long sinceNanos;
  private final Map<String, Report> reports = new TreeMap<>();
  private @Nullable Map<String, Fetched> runs;

  /**
   * @param store the merged streams that this node's member has stored
   */
  TakeOver(
      Term term, Timings timings, Members members, ItemStore store, Outbox out, long sinceNanos) {
    this.term = term;
    this.timings = timings;
    this.members = members;
    this.store = store;
    this.out = out;
    this.sinceNanos = sinceNanos;
  }

  /** The state of one run while it is fetched. */
  static final class Fetched {
    private final String run;
    private final Map<String, RunReport> reports = new TreeMap<>();
    private Journal journal = new Journal();
    private final List<StreamItem> items = new ArrayList<>();
    private long fetchedItem;

    // Without this check, each of two answers would trigger another request.
    private boolean awaitsEntries;
    private boolean awaitsItems;
    private long againNanos;

    private Fetched(String run) {
      this.run = run;
    }

    String run() {
      return run;
    }

    Map<String, RunReport> reports() {
      return reports;
    }

    Journal journal() {
      return journal;
    }

    List<StreamItem> items() {
      return items;
    }

    Map.Entry<String, RunReport> bestJournal() {
      return best(
          Comparator.comparing(RunReport::journalTerm).thenComparingLong(RunReport::journal));
    }

    Map.Entry<String, RunReport> bestStream() {
      return best(Comparator.comparing(RunReport::streamTerm).thenComparingLong(RunReport::stream));
    }

    private Map.Entry<String, RunReport> best(Comparator<RunReport> order) {
      return reports.entrySet().stream().max(Map.Entry.comparingByValue(order)).orElseThrow();
    }

    /**
     * Restarts without nodes that are gone, if one of them had the newest state. If no other node
     * can be asked, this node itself was paused, and it waits.
     */
    private void forget(Predicate<String> isGone) {
      if (!complete()
          && !reports.keySet().stream().allMatch(isGone)
          && (isGone.test(bestJournal().getKey()) || isGone.test(bestStream().getKey()))) {
        reports.keySet().removeIf(isGone);
        begin();
      }
    }

    private void begin() {
      journal = new Journal();
      items.clear();
      fetchedItem = 0;
      awaitsEntries = false;
      awaitsItems = false;
    }

    /** Sets the last item of a stream that does not have to be fetched. */
    private void has(StreamItem last) {
      items.add(last);
      fetchedItem = last.number();
    }

    /** Handles a node that has forgotten the run after its report. */
    private void forgottenBy(String node) {
      reports.remove(node);
      begin();
    }

    private boolean complete() {
      return journal.head() >= bestJournal().getValue().journal()
          && fetchedItem >= bestStream().getValue().stream();
    }
  }

  void reported(Report report) {
    if (runs == null) {
      reports.put(report.node().id(), report);
    }
  }

  void entries(Entries entries) {
    Fetched fetched = runs == null ? null : runs.get(entries.run());
    if (fetched == null || !entries.node().equals(fetched.bestJournal().getKey())) {
      return;
    }
    fetched.awaitsEntries = false;
    long missing = fetched.bestJournal().getValue().journal() - fetched.journal.head();
    if (entries.entries().isEmpty() && missing > 0) {
      fetched.forgottenBy(entries.node());
    } else {
      Journal.Accepted _ = fetched.journal.accept(entries.before(), entries.entries());
    }
  }

  void items(Items items) {
    Fetched fetched = runs == null ? null : runs.get(items.run());
    if (fetched != null && items.node().equals(fetched.bestStream().getKey())) {
      fetched.awaitsItems = false;
      for (StreamItem item : items.items()) {
        if (fetched.items.isEmpty() || item.number() == fetched.fetchedItem + 1) {
          fetched.items.add(item);
          fetched.fetchedItem = item.number();
        }
      }
    }
  }

  /** Continues the take-over. Returns the runs when all state is known, otherwise null. */
  @Nullable List<Fetched> step(long nowNanos) {
    if (runs == null) {
      if (!settled(nowNanos)) {
        return null;
      }
      runs = byRun();
    }
    // A run without any entry does not exist: only a kill named it.
    runs.values()
        .removeIf(run -> run.reports.isEmpty() || run.bestJournal().getValue().journal() == 0);
    runs.values().forEach(run -> run.forget(node -> !members.heard(node, nowNanos)));
    List<Fetched> incomplete = runs.values().stream().filter(run -> !run.complete()).toList();
    incomplete.stream()
        .filter(run -> !(run.awaitsEntries || run.awaitsItems) || nowNanos >= run.againNanos)
        .forEach(run -> fetch(run, nowNanos));
    return incomplete.isEmpty() ? List.copyOf(runs.values()) : null;
  }

  private boolean settled(long nowNanos) {
    boolean most = members.isMost(members.all().stream().filter(Members.Seen::reported).count());
    boolean all =
        members.all().stream().filter(Members.Seen::reachable).allMatch(Members.Seen::reported);
    long waitedNanos = nowNanos - sinceNanos;
    return most
        && (all || waitedNanos >= timings.settleNanos())
        && (isCertain() || waitedNanos >= timings.heldNanos());
  }

  /**
   * Whether the reports contain everything that a majority of the previous nodes had stored. They
   * lack something if a majority has not reported, for example because the cluster removed many
   * nodes at once.
   */
  boolean isCertain() {
    Term last =
        reports.values().stream().map(Report::ordered).max(Term::compareTo).orElse(Term.NONE);
    List<Report> followers =
        reports.values().stream().filter(each -> each.ordered().equals(last)).toList();
    int nodes = followers.stream().mapToInt(Report::nodes).max().orElse(0);
    return 2 * followers.size() >= nodes;
  }

  private Map<String, Fetched> byRun() {
    Map<String, Fetched> found = new TreeMap<>();
    reports.forEach((node, report) -> {
      for (RunReport run : report.runs()) {
        found.computeIfAbsent(run.run(), Fetched::new).reports.put(node, run);
      }
    });
    if (members.all().stream().allMatch(Members.Seen::reported)) {
      found.values().forEach(this::takeOwn);
    }
    return found;
  }

  /** Reads the end of a stream from this node's disk, if all nodes have the same stream. */
  private void takeOwn(Fetched run) {
    RunReport own = run.reports.get(term.node());
    if (own == null || own.stream() == 0) {
      return;
    }
    boolean isSame =
        run.reports.values().stream()
            .allMatch(each ->
                each.stream() == own.stream() && each.streamTerm().equals(own.streamTerm()));
    if (isSame) {
      store
          .get(run.run, own.stream())
          .filter(last -> last.term().equals(own.streamTerm()))
          .ifPresent(run::has);
    }
  }

  private void fetch(Fetched run, long nowNanos) {
    String journalNode = run.bestJournal().getKey();
    String streamNode = run.bestStream().getKey();
    run.awaitsEntries = true;
    run.awaitsItems = true;
    run.againNanos = nowNanos + timings.repeatNanos();
    Fetch fetch =
        new Fetch(
            term, run.run, run.journal.head() + 1, run.items.isEmpty() ? 1 : run.fetchedItem + 1);
    out.toMember(journalNode, fetch);
    if (!streamNode.equals(journalNode)) {
      out.toMember(streamNode, fetch);
    }
  }
}
