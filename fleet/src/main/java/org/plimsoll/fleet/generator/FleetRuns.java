package org.plimsoll.fleet.generator;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
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
 * The runs of a fleet, as one of its nodes sees them: creates the member and the coordinator of
 * this node, and gives the fleet commands. Thread-safe.
 */
public final class FleetRuns implements ControlSeat, FleetCalls, AutoCloseable {
  private static final long ANSWER_SECONDS = 8;
  private static final long FILL_RANGE_ROWS = 20_000;

  private final NodeRuns runs;
  private final Path folder;
  private final Map<String, CompletableFuture<String>> asked = new ConcurrentHashMap<>();
  private final Map<String, String> refused = new ConcurrentHashMap<>();
  private volatile @Nullable ClusterFleet fleet;
  private volatile @Nullable NodeGenerators generators;

  /**
   * The runs of a node that has not joined yet.
   *
   * @param folder of seconds that wait for a coordinator; created when it is needed
   */
  public FleetRuns(NodeRuns runs, Path folder) {
    this.runs = runs;
    this.folder = folder;
  }

  /** Called when this node has begun to join. */
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
      former.detach();
    }
    NodeGenerators next = new NodeGenerators(runs, this, new Answered(), this::leave);
    generators = next;
    return new Member(node, timings(), out, next, new SecondFiles(folder));
  }

  @Override
  public Coordinator coordinator(Node node, Term known, Outbox out, long nowNanos) {
    return new Coordinator(
        node.id(), known, node.version(), timings(), new FleetSeconds(), out, nowNanos);
  }

  private void leave() {
    ClusterFleet its = fleet;
    if (its != null) {
      its.leave();
    }
    close();
  }

  /** The share of each node by its address, in the live run; none without a run. */
  public Map<String, Double> shares() {
    NodeGenerators now = generators;
    Map<String, Double> byAddress = new TreeMap<>();
    if (now != null) {
      now.shares().forEach((id, share) -> byAddress.put(id.replaceFirst("#.*", ""), share));
    }
    return byAddress;
  }

  private final class Answered implements NodeGenerators.Answers {
    @Override
    public void answered(String id, boolean accepted, String sentence) {
      CompletableFuture<String> waiting = asked.remove(id);
      if (waiting != null) {
        waiting.complete(accepted ? "" : sentence);
      }
    }

    @Override
    public void refused(String run, String reason) {
      refused.put(run, reason);
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
    String id = UUID.randomUUID().toString();
    member((member, nanos) -> member.ask(id, command, nanos));
  }

  @Override
  public void require(Command command) {
    String id = UUID.randomUUID().toString();
    CompletableFuture<String> answer = new CompletableFuture<>();
    asked.put(id, answer);
    member((member, nanos) -> member.ask(id, command, nanos));
    String refusal;
    try {
      refusal = answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refusal = Member.NO_COORDINATOR;
    } catch (ExecutionException | TimeoutException e) {
      refusal = Member.NO_COORDINATOR;
    } finally {
      asked.remove(id);
    }
    if (refusal.equals(Member.NO_COORDINATOR)) {
      throw new FleetUnavailableException(refusal);
    }
    if (!refusal.isEmpty()) {
      throw new InvalidSpecException(refusal);
    }
  }

  /**
   * Submits a run, and returns when most nodes know of it.
   *
   * @throws InvalidSpecException when the fleet refuses it
   * @throws FleetUnavailableException when no coordinator answers
   */
  public void submit(Submission submission, String who) {
    require(
        new Command.Submit(
            submission.id(),
            submission.bytes(),
            new RunPolicy(
                RunPolicy.CannotStart.STOP,
                RunPolicy.Loss.REDISTRIBUTE,
                List.of(),
                0,
                FILL_RANGE_ROWS),
            who));
  }

  /** Why a run did not begin on this node; empty if it did, or has not yet. */
  public Optional<String> refusal(String run) {
    return Optional.ofNullable(refused.get(run));
  }

  /** Ends what this node does for its fleet. */
  @Override
  public void close() {
    NodeGenerators last = generators;
    if (last != null) {
      last.detach();
    }
  }
}
