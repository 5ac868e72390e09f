package org.plimsoll.fleet.generator;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.KeptBounds;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.LocalRuns;
import org.plimsoll.fleet.control.Proposal;
import org.plimsoll.fleet.control.SecondsStore;
import org.plimsoll.fleet.control.StreamItem;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The generators of this node in the runs of its fleet. All methods are called on the node's
 * thread.
 */
final class NodeGenerators implements LocalRuns {
  private static final Logger LOG = LoggerFactory.getLogger(NodeGenerators.class);

  private final NodeRuns runs;
  private final NodeFigures.Place place;
  private final FleetCalls calls;
  private final Answers answers;
  private final Runnable leave;
  private final Map<String, PartThread> parts = new ConcurrentHashMap<>();

  /** Journals of runs that this node has not joined yet. */
  private final Map<String, PartJournal> journals = new ConcurrentHashMap<>();

  private final Map<String, PartSeconds> seconds = new ConcurrentHashMap<>();
  private long sendUntilNanos = Long.MIN_VALUE;

  /** Receives the answers to commands. */
  interface Answers {
    void answered(String id, boolean accepted, String sentence);

    /** Reports that a run has started on this node, or why it has not. */
    void begun(String run, String refusal);
  }

  /**
   * @param leave makes this node leave its fleet
   */
  NodeGenerators(
      NodeRuns runs, NodeFigures.Place place, FleetCalls calls, Answers answers, Runnable leave) {
    this.runs = runs;
    this.place = place;
    this.calls = calls;
    this.answers = answers;
    this.leave = leave;
  }

  private void with(String run, Consumer<PartThread> what) {
    PartThread part = parts.get(run);
    if (part != null) {
      what.accept(part);
    }
  }

  @Override
  public void prepare(String run, int generator, byte[] spec) {
    PartThread watched = parts.remove(run);
    if (watched != null) {
      PartJournal its = journals.computeIfAbsent(run, _ -> new PartJournal());
      watched.part().state().read(PartJournal::all).forEach(its::add);
      watched.remove("This node takes part in the run from now on.");
    }
    begin(run, generator, spec, watched != null);
  }

  @Override
  public void watch(String run, byte[] spec) {
    begin(run, GeneratorPart.WATCHING, spec, false);
  }

  private void begin(String run, int generator, byte[] spec, boolean wasWatched) {
    Submission submission;
    try {
      submission = Submission.of(spec);
    } catch (IOException e) {
      calls.member((member, nanos) -> member.failed(run, text(e), nanos));
      return;
    }
    GeneratorPart part = new GeneratorPart(submission, generator, place, calls);
    if (!part.isWatching()) {
      seconds.put(run, part.seconds());
    }
    PartThread thread = new PartThread(part);
    PartJournal before = journals.remove(run);
    if (before != null) {
      before.all().forEach(thread::journal);
    }
    thread.allowed(sendUntilNanos);
    parts.put(run, thread);
    // Creating a run resolves settings and opens files and connections, which takes time.
    Thread.ofPlatform()
        .daemon()
        .name("fleet-begin-" + run)
        .start(() -> {
          try {
            if (wasWatched) {
              runs.discard(run);
            }
            runs.begin(submission, part, new Ends(run, thread))
                .ifPresent(part.seconds()::recordsIn);
            answers.begun(run, "");
          } catch (IOException | InterruptedException | RuntimeException e) {
            LOG.warn("Run {} cannot start on this node: {}", run, text(e));
            answers.begun(run, text(e));
            calls.member((member, nanos) -> member.failed(run, text(e), nanos));
            thread.end(text(e));
          }
        });
  }

  private static String text(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** Listens for the end of a run on this node. */
  private final class Ends implements RunListener {
    private final String run;
    private final PartThread thread;

    Ends(String run, PartThread thread) {
      this.run = run;
      this.thread = thread;
    }

    @Override
    public void failed(String sentence) {
      if (!thread.part().isWatching()) {
        thread.part().steps().failed();
        calls.member((member, nanos) -> member.failed(run, sentence, nanos));
      }
      thread.close();
    }

    @Override
    public void finished(Summary summary) {
      thread.close();
    }
  }

  @Override
  public void start(String run, long zeroNanos) {
    with(run, part -> part.part().startsAt(zeroNanos));
  }

  @Override
  public void sendUntil(long nanos) {
    sendUntilNanos = nanos;
    parts.values().forEach(each -> each.allowed(nanos));
  }

  @Override
  public long promise(String run, Proposal proposal) {
    PartThread part = parts.get(run);
    return part == null ? FleetSeconds.UNKNOWN : part.promise(proposal);
  }

  @Override
  public void moved(String run, long fromRunNanos, SharesMoved shares) {
    with(run, part -> part.moved(fromRunNanos, shares));
  }

  @Override
  public KeptBounds settled(String run) {
    PartThread part = parts.get(run);
    return part == null ? KeptBounds.NONE : part.part().settled();
  }

  @Override
  public void grown(String run, KeptBounds epochs) {
    with(run, part -> part.grown(epochs));
  }

  @Override
  public void moveDropped(String run, long epoch) {
    warn(
        run, "The previous coordinator moved shares, but the new coordinator has no record of it.");
  }

  private void warn(String run, String sentence) {
    LOG.warn("Run {}: {}", run, sentence);
    with(run, part -> part.tell(EventKind.WARNING, sentence));
  }

  @Override
  public void parameters(
      String run, long number, long fromRunNanos, Map<String, Effective> values) {
    with(run, part -> part.parameters(number, fromRunNanos, values));
  }

  @Override
  public void parametersDropped(String run, long fromNumber) {
    warn(
        run, "A parameter change was lost with the previous coordinator. Set the parameter again.");
  }

  @Override
  public void fill(String run, FillRange range) {
    with(run, part -> part.granted(range));
  }

  @Override
  public void fillRevoked(String run, FillRange range) {
    with(run, part -> part.revoked(range));
  }

  @Override
  public void filledByAll(String run, List<FillRange> done) {
    with(run, part -> part.filledByAll(done));
  }

  @Override
  public void operations(String run, FillRange range) {
    with(run, part -> part.part().operations().granted(range));
  }

  @Override
  public void operationsOver(String run, long end) {
    with(run, part -> part.part().operations().over(end));
  }

  @Override
  public Optional<SecondsStore.Stored> measured(String run, long number) {
    return Optional.ofNullable(seconds.get(run)).flatMap(its -> its.get(number));
  }

  @Override
  public void drain(String run, long doubtfulFromRunNanos) {
    with(run, PartThread::drain);
  }

  @Override
  public void kill(String run) {
    with(run, part -> part.end("The run was aborted."));
  }

  @Override
  public void journal(String run, JournalEntry entry) {
    PartThread part = parts.get(run);
    if (part == null) {
      journals.computeIfAbsent(run, _ -> new PartJournal()).add(entry);
    } else {
      part.journal(entry);
    }
  }

  @Override
  public void journalDropped(String run, long fromNumber) {
    with(run, part -> part.journalDropped(fromNumber));
    PartJournal journal = journals.get(run);
    if (journal != null) {
      journal.drop(fromNumber);
    }
  }

  @Override
  public boolean isBehind(String run) {
    PartThread part = parts.get(run);
    return part == null || part.isBehind();
  }

  @Override
  public void merged(String run, StreamItem item) {
    with(run, part -> part.merged(item));
  }

  @Override
  public void mergedDropped(String run, long fromNumber) {
    // Each one-second result is added only once, so repetitions are harmless.
  }

  @Override
  public void mergedMissing(String run, long beforeNumber) {
    LOG.warn(
        "Run {}: this node has no merged results of the seconds before {}.", run, beforeNumber);
  }

  @Override
  public void forgotten(String run) {
    journals.remove(run);
    seconds.remove(run);
    PartThread part = parts.remove(run);
    if (part != null) {
      part.close();
    }
  }

  @Override
  public void answered(String id, boolean accepted, String sentence) {
    answers.answered(id, accepted, sentence);
  }

  @Override
  public void mayLeave() {
    leave.run();
  }

  /** Returns the share of each node in the latest live run, by id. */
  Map<String, Double> shares() {
    return parts.values().stream()
        .map(PartThread::part)
        .filter(part -> part.state().read(journal -> journal.end().isEmpty()))
        .max(Comparator.comparing(GeneratorPart::submittedAt))
        .map(part -> part.state().read(PartJournal::shares))
        .orElse(Map.of());
  }

  /** Returns the recent seconds of each node of a run; empty if this node is not in the run. */
  Optional<NodeSeconds> nodes(String run) {
    return Optional.ofNullable(parts.get(run)).map(PartThread::nodes);
  }

  /** Ends all generators without a result, because the fleet has removed this node. */
  void removed() {
    parts
        .values()
        .forEach(part ->
            part.remove("The fleet removed this node. The nodes that remained have the result."));
    parts.clear();
  }

  /** Ends all generators, because this node leaves its fleet. */
  void leave() {
    parts.values().forEach(part -> part.end("This node no longer belongs to its fleet."));
    parts.clear();
  }
}
