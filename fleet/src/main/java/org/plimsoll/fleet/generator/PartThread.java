package org.plimsoll.fleet.generator;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.KeptBounds;
import org.plimsoll.engine.share.ShareEpoch;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.FillSwitched;
import org.plimsoll.fleet.control.JournalEntry.Leaving;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.LocalRuns.Effective;
import org.plimsoll.fleet.control.Proposal;
import org.plimsoll.fleet.control.Share;
import org.plimsoll.fleet.control.StreamItem;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Phase;
import org.plimsoll.run.DirectedRun;
import org.plimsoll.run.FleetRequests;
import org.plimsoll.run.RunReport;
import org.plimsoll.run.second.GeneratorSecond;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes the fleet's decisions for one run. Short actions, such as promises, are executed at
 * once. Longer actions are executed in order on a separate thread.
 */
final class PartThread {
  private static final Logger LOG = LoggerFactory.getLogger(PartThread.class);
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * Maximum number of waiting merged results. It is enough for one tick, but small, because the
   * results of 60 nodes take 200 KB each.
   */
  private static final int MERGING_MAX = 32;

  private final GeneratorPart part;
  private final ExecutorService thread;
  private final NodeSeconds nodes = new NodeSeconds();
  private final AtomicInteger merging = new AtomicInteger();

  // Used only on the thread.
  private final PartChanges changes;
  private long toldSecond = -1;
  private long fillEntry;

  /** Start times of the shares of lost generators that no generator has taken over. */
  private final Map<Integer, Long> lost = new HashMap<>();

  private final FillSeconds filling = new FillSeconds();

  PartThread(GeneratorPart part) {
    this.part = part;
    this.changes = new PartChanges(part);
    this.thread =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("fleet-" + part.run()).factory());
    part.onStart(this::catchUp, this::fill);
  }

  GeneratorPart part() {
    return part;
  }

  /** Returns the recent seconds of each node of the run. */
  NodeSeconds nodes() {
    return nodes;
  }

  private void later(Runnable what) {
    try {
      thread.execute(() -> {
        try {
          what.run();
        } catch (RuntimeException e) {
          LOG.error("Run {}: cannot carry out an order of the coordinator", part.run(), e);
        }
      });
    } catch (RejectedExecutionException e) {
      LOG.debug("Run {} is over", part.run(), e);
    }
  }

  /** Executes an action that needs the open run. Does nothing if the run is over by then. */
  private void withRun(Consumer<DirectedRun> what) {
    later(() -> {
      try {
        DirectedRun control = part.awaitOpen();
        if (control != null) {
          what.accept(control);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }

  /** Returns the earliest run time at which the shares may move. */
  long promise(Proposal proposal) {
    part.shares()
        .propose(
            new ShareEpoch(
                proposal.epoch(),
                proposal.fromRunNanos(),
                table(proposal.shares()),
                proposal.former().isEmpty() ? null : table(proposal.former())));
    long notBeforeNanos = part.state().runNanos();
    // A straggler that missed a lower rate may have sent operations up to this instant.
    for (Proposal.Straggler each : proposal.stragglers()) {
      notBeforeNanos = Math.max(notBeforeNanos, each.untilRunNanos());
    }
    return notBeforeNanos;
  }

  private static ShareTable table(List<Share> shares) {
    Map<Integer, Integer> weights = new HashMap<>();
    shares.forEach(share -> weights.put(share.generator(), share.weight()));
    return ShareTable.of(weights);
  }

  void moved(long fromRunNanos, SharesMoved moved) {
    ShareTable table = table(moved.shares());
    if (fromRunNanos <= 0) {
      part.begins(moved.epoch(), table);
      return;
    }
    part.shares().propose(new ShareEpoch(moved.epoch(), fromRunNanos, table));
    long nowNanos = part.state().runNanos();
    part.shares().commit(moved.epoch(), nowNanos > fromRunNanos ? nowNanos : Long.MIN_VALUE);
    withRun(control -> {
      RunReport report = control.report();
      long zeroNanos = part.zeroSinceStart();
      if (zeroNanos != FleetSeconds.UNKNOWN) {
        lost.forEach((generator, from) -> report.lost(generator, from, zeroNanos + fromRunNanos));
        lost.clear();
      }
    });
  }

  /** Continues after a renewal of the lease. */
  void allowed(long untilNanos) {
    part.shares().allow(untilNanos, System.nanoTime());
    later(part.fills()::pump);
  }

  void grown(KeptBounds epochs) {
    part.shares().growMidway(epochs.midway());
    part.shares().grow(epochs.whole());
  }

  void parameters(long number, long fromRunNanos, Map<String, Effective> values) {
    long fromNanos = part.isWatching() ? Load.NOW : fromRunNanos;
    withRun(control -> changes.apply(control, number, fromNanos, values));
  }

  /** Waits until all entries that were known at the start are applied. */
  private void catchUp() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    later(done::countDown);
    // The thread ends with the run, and the run's own thread waits here.
    while (!done.await(1, TimeUnit.SECONDS)) {
      if (thread.isShutdown()) {
        return;
      }
    }
  }

  /** Joins the current fill during the load, if there is one. */
  private void fill() {
    withRun(control -> {
      JournalEntry entry = part.state().read(PartJournal::fillDuringLoad).orElse(null);
      if (entry == null
          || entry.number() == fillEntry
          || !(entry.item() instanceof FillSwitched switched)
          || !part.hasStarted()
          || !part.isIn(switched.scope())) {
        return;
      }
      fillEntry = entry.number();
      try {
        control.startFill(switched.who(), FillSwitched.firstFill(fillEntry));
      } catch (InvalidSpecException e) {
        control.tell(
            EventKind.WARNING, "This node cannot take part in the fill: " + e.getMessage());
      }
    });
  }

  void granted(FillRange range) {
    later(() -> part.fills().granted(range));
  }

  void revoked(FillRange range) {
    later(() -> part.fills().revoked(range));
  }

  void filledByAll(List<FillRange> done) {
    later(() -> part.fills().filledByAll(done));
  }

  void journal(JournalEntry entry) {
    part.state().journal(journal -> journal.add(entry));
    switch (entry.item()) {
      case JournalEntry.Left left -> {
        String text = name(left.node()) + " has left the run: " + left.reason() + ".";
        int generator = part.state().read(journal -> journal.generator(left.node())).orElse(-1);
        Optional<Long> from = part.state().read(journal -> journal.sendsFromRunNanos(generator));
        withRun(control -> {
          if ((left.why() == Leaving.LOST || left.why() == Leaving.FAILED)
              && part.hasStarted()
              && from.isPresent()) {
            lost.put(generator, part.zeroSinceStart() + from.get());
            control.report().lost(generator, lost.get(generator), RunReport.NOT_TAKEN_OVER);
          }
          control.tell(EventKind.GENERATOR, text);
        });
      }
      case JournalEntry.Joined joined ->
          tell(
              EventKind.GENERATOR,
              name(joined.node()) + " joined the run as generator " + joined.generator() + ".");
      case JournalEntry.Started started ->
          tell(
              EventKind.GENERATOR,
              "The generators started within %.1f ms, ± %.1f ms of their clocks."
                  .formatted(
                      started.skewNanos() / NANOS_PER_MILLI,
                      started.errorNanos() / NANOS_PER_MILLI));
      case JournalEntry.Noted noted ->
          tell(EventKind.GENERATOR, name(noted.node()) + " " + noted.text() + ".");
      case JournalEntry.Stated stated when stated.state().isEnd() && !stated.reason().isEmpty() ->
          LOG.info("Run {} has ended: {}", part.run(), stated.reason());
      case JournalEntry.StepDone done when ToldTrial.isTrial(done.step()) ->
          withRun(control -> tried(control, done.result()));
      case JournalEntry.FillOpened _ -> later(part.fills()::pass);
      case FillSwitched switched when switched.isOn() -> fill();
      case FillSwitched switched when !switched.isComplete() ->
          withRun(control -> control.stopFill(switched.who()));
      case JournalEntry.Changed changed when !changed.scope().equals(Scope.FLEET) ->
          tell(EventKind.GENERATOR, text(changed));
      default -> {
        // The threads that wait for this entry read the journal.
      }
    }
  }

  private String name(String node) {
    return "Node " + part.state().read(journal -> journal.name(node));
  }

  private void tried(DirectedRun run, String trial) {
    try {
      run.tried(ToldTrial.read(trial));
    } catch (IOException e) {
      LOG.error("Run {}: {}", part.run(), e.getMessage(), e);
    }
  }

  /** Returns a sentence about a change for some nodes, without the values, which may be secret. */
  private static String text(JournalEntry.Changed changed) {
    TreeSet<String> paths = new TreeSet<>(changed.texts().keySet());
    paths.addAll(changed.cleared());
    return changed.who()
        + " changes "
        + String.join(", ", paths).replace(FleetRequests.SIDE, "")
        + " for "
        + changed.scope().text()
        + ".";
  }

  /** Adds an event to the run. */
  void tell(EventKind kind, String text) {
    withRun(control -> control.tell(kind, text));
  }

  void journalDropped(long fromNumber) {
    part.state().journal(journal -> journal.drop(fromNumber));
  }

  /** Whether the queue of merged results is full. */
  boolean isBehind() {
    return merging.get() >= MERGING_MAX && !thread.isShutdown();
  }

  void merged(StreamItem item) {
    merging.incrementAndGet();
    withRun(control -> {
      FleetSeconds.Decoded decoded = FleetSeconds.Decoded.NOTHING;
      try {
        decoded = FleetSeconds.decode(item.merged(), part.zeroSinceStart());
      } catch (IOException e) {
        LOG.error("Run {}: cannot read one-second result {}", part.run(), item.second(), e);
      }
      nodes.add(decoded.figures());
      decoded.inserts().forEach(each -> control.insertsElsewhere(each.firstKey(), each.progress()));
      add(control, item, decoded.seconds());
    });
    later(merging::decrementAndGet);
  }

  private void add(DirectedRun run, StreamItem item, List<GeneratorSecond> seconds) {
    RunReport report = run.report();
    // The seconds of a measurement arrive together, those of a fill one by one.
    boolean isFill = item.second() < 0;
    List<GeneratorSecond> whole =
        isFill ? filling.add(seconds, part.state().read(PartJournal::active)) : seconds;
    // Results in between are either parts of the next second or late.
    boolean isTold = isFill || item.second() > toldSecond || hasEnd(whole);
    toldSecond = Math.max(toldSecond, item.second());
    run.perform(() -> {
      whole.forEach(report::add);
      if (isTold) {
        whole.stream().mapToLong(each -> each.window().atNanos()).max().ifPresent(report::tell);
      }
      part.merged(item.number(), seconds);
    });
  }

  /** Whether a generator has ended its load, which ends a step. */
  private static boolean hasEnd(List<GeneratorSecond> seconds) {
    for (GeneratorSecond second : seconds) {
      Stage stage = second.window().stage();
      if (second.window().isLast() && stage != null && stage.phase() != Phase.TRIAL) {
        return true;
      }
    }
    return false;
  }

  void drain() {
    withRun(control -> control.stop());
  }

  /** Ends the run on this node at once. */
  void end(String reason) {
    end(reason, false);
  }

  /** Ends the run on this node without a result, because the node is no longer in the fleet. */
  void remove(String reason) {
    end(reason, true);
  }

  private void end(String reason, boolean isRemoved) {
    part.over(reason, isRemoved);
    DirectedRun control = part.control();
    if (control != null) {
      control.abort();
    }
    thread.shutdown();
  }

  /** Closes this thread, because the run has ended on this node. */
  void close() {
    part.over("The run has ended on this node.", false);
    part.release();
    thread.shutdown();
  }
}
