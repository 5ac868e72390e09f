package org.plimsoll.fleet.generator;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.FleetSpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.fleet.FleetUnavailableException;
import org.plimsoll.fleet.cluster.ClusterFleet;
import org.plimsoll.fleet.cluster.ControlSeat;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.Coordinator;
import org.plimsoll.fleet.control.Member;
import org.plimsoll.fleet.control.Node;
import org.plimsoll.fleet.control.Outbox;
import org.plimsoll.fleet.control.RunPolicy;
import org.plimsoll.fleet.control.Term;
import org.plimsoll.fleet.control.Timings;

/**
 * The runs of a fleet on one of its nodes. Creates the member and the coordinator of this node, and
 * sends commands to the fleet. Thread-safe.
 */
public final class FleetRuns implements ControlSeat, FleetCalls, AutoCloseable {
  private static final long ANSWER_SECONDS = 8;
  private static final long BEGIN_SECONDS = 10;
  private static final String NOT_YET =
      "The fleet has accepted the run, but the run has not started on this node yet.";

  private static final long FILL_RANGE_ROWS = 20_000;

  private final NodeRuns runs;
  private final Path folder;
  private final ItemFiles items;
  private final Map<String, CompletableFuture<String>> asked = new ConcurrentHashMap<>();

  /**
   * Runs that were submitted on this node and have not started on it. The future is completed with
   * a refusal, or with an empty text.
   */
  private final Map<String, CompletableFuture<String>> beginning = new ConcurrentHashMap<>();

  private volatile @Nullable ClusterFleet fleet;
  private volatile @Nullable NodeGenerators generators;
  private volatile @Nullable Membership membership;

  // Used only on the thread of the node; there is one at a time.
  private @Nullable Member member;
  private int memberships;

  /**
   * Creates the runs of a node that has not joined yet.
   *
   * @param folder folder for unsent one-second results and for merged results, created when needed
   */
  public FleetRuns(NodeRuns runs, Path folder) {
    this.runs = runs;
    this.folder = folder;
    this.items = new ItemFiles(folder);
    items.clear();
  }

  /** Called when this node starts to join. */
  public void joins(ClusterFleet itsFleet) {
    fleet = itsFleet;
  }

  @Override
  public Timings timings() {
    return Timings.STANDARD;
  }

  @Override
  public Member member(Node node, Outbox out) {
    NodeGenerators former = generators;
    if (former != null) {
      former.removed();
      items.forgetAll();
    }
    Membership now = new Membership();
    membership = now;
    NodeGenerators next =
        new NodeGenerators(
            runs, NodeFigures.Place.of(node.id(), node.labels()), now, new Answered(), this::leave);
    generators = next;
    // Undelivered results of the earlier member remain in its files.
    SecondFiles files = new SecondFiles(folder, ++memberships);
    Member made = new Member(node, timings(), out, next, files, items);
    if (member != null) {
      made.continueFor(member);
    }
    member = made;
    return made;
  }

  /** The calls of the generators of one membership. Calls of an earlier membership are ignored. */
  private final class Membership implements FleetCalls {
    @Override
    public void member(ObjLongConsumer<Member> call) {
      if (membership == this) {
        FleetRuns.this.member(call);
      }
    }

    @Override
    public void ask(Command command) {
      if (membership == this) {
        FleetRuns.this.ask(command);
      }
    }

    @Override
    public void require(Command command) {
      FleetRuns.this.require(command);
    }
  }

  @Override
  public Coordinator coordinator(Node node, Term known, Outbox out, long nowNanos) {
    return new Coordinator(
        node.id(), known, node.version(), timings(), new FleetSeconds(), items, out, nowNanos);
  }

  /**
   * Deletes what this node has stored for the other nodes, which either have it or no longer
   * request it.
   */
  @Override
  public void left() {
    close();
    member = null;
    items.clear();
  }

  private void leave() {
    ClusterFleet its = fleet;
    if (its != null) {
      its.leave();
    }
    close();
  }

  /** Returns the share of each node in the live run, by address; empty without a live run. */
  public Map<String, Double> shares() {
    NodeGenerators now = generators;
    Map<String, Double> byAddress = new TreeMap<>();
    if (now != null) {
      now.shares().forEach((id, share) -> byAddress.put(id.replaceFirst("#.*", ""), share));
    }
    return byAddress;
  }

  /**
   * Sets the weight of a node, and waits until the coordinator has accepted it.
   *
   * @param node name or address of the node
   * @param weight weight of at least 1; the share of a node is its weight divided by the sum of all
   *     weights
   * @throws InvalidSpecException if no node has this name
   * @throws FleetUnavailableException if no coordinator answers
   */
  public void weigh(String node, int weight) {
    require(new Command.Weigh(node, weight));
  }

  /**
   * Returns the last seconds of each node of a run; empty if the run is unknown, or ended long ago.
   */
  public Optional<NodeSeconds> nodes(String run) {
    NodeGenerators now = generators;
    return now == null ? Optional.empty() : now.nodes(run);
  }

  private final class Answered implements NodeGenerators.Answers {
    @Override
    public void answered(String id, boolean accepted, String sentence) {
      CompletableFuture<String> waiting = asked.get(id);
      if (waiting != null) {
        waiting.complete(accepted ? "" : sentence);
      }
    }

    @Override
    public void begun(String run, String refusal) {
      CompletableFuture<String> waiting = beginning.get(run);
      if (waiting != null) {
        waiting.complete(refusal);
      }
    }
  }

  @Override
  public void member(ObjLongConsumer<Member> call) {
    ClusterFleet its = fleet;
    if (its != null) {
      its.onMember(member -> call.accept(member, System.nanoTime()));
    }
  }

  @Override
  public void ask(Command command) {
    NodeGenerators asking = generators;
    var _ =
        answer(command)
            .thenAccept(refusal -> {
              // A disconnected or removed member does not repeat its commands.
              if (refusal.equals(Member.NO_COORDINATOR) && asking != null && asking == generators) {
                ask(command);
              }
            });
  }

  /**
   * Sends a command to the fleet. The result is completed with a refusal, or with an empty text.
   */
  private CompletableFuture<String> answer(Command command) {
    String id = UUID.randomUUID().toString();
    CompletableFuture<String> answer = new CompletableFuture<>();
    asked.put(id, answer);
    member((member, nanos) -> member.ask(id, command, nanos));
    return answer
        .completeOnTimeout(Member.NO_COORDINATOR, ANSWER_SECONDS, TimeUnit.SECONDS)
        .whenComplete((_, _) -> asked.remove(id));
  }

  @Override
  public void require(Command command) {
    String refusal = await(answer(command));
    if (refusal.equals(Member.NO_COORDINATOR)) {
      throw new FleetUnavailableException(refusal);
    }
    if (!refusal.isEmpty()) {
      throw new InvalidSpecException(refusal);
    }
  }

  private static String await(CompletableFuture<String> answer) {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Member.NO_COORDINATOR;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Submits a run. Returns when a majority of nodes has stored it and it has started on this node.
   *
   * @throws InvalidSpecException if the fleet rejects it, or this node cannot start it
   * @throws FleetUnavailableException if no coordinator answers, or the run does not start soon
   */
  public void submit(Submission submission, FleetSpec spec, String who) {
    CompletableFuture<String> begun = new CompletableFuture<>();
    beginning.put(submission.id(), begun);
    try {
      give(submission, spec, who);
      String refusal = await(begun.completeOnTimeout(NOT_YET, BEGIN_SECONDS, TimeUnit.SECONDS));
      if (refusal.equals(NOT_YET) || refusal.equals(Member.NO_COORDINATOR)) {
        throw new FleetUnavailableException(refusal);
      }
      if (!refusal.isEmpty()) {
        throw new InvalidSpecException(refusal);
      }
    } finally {
      beginning.remove(submission.id());
    }
  }

  private void give(Submission submission, FleetSpec spec, String who) {
    RunPolicy policy = new RunPolicy(spec, 0, FILL_RANGE_ROWS);
    require(new Command.Submit(submission.id(), submission.bytes(), policy, who));
  }

  /** Ends this node's part in the runs of its fleet. */
  @Override
  public void close() {
    NodeGenerators last = generators;
    generators = null;
    if (last != null) {
      last.leave();
    }
  }
}
