package org.plimsoll.fleet.cluster;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.fleet.Fleet;
import org.plimsoll.fleet.FleetNode;
import org.plimsoll.fleet.FleetOfOne;
import org.plimsoll.fleet.FleetView;
import org.plimsoll.fleet.FleetView.Phase;
import org.plimsoll.fleet.NodeLoad;
import org.plimsoll.fleet.Protocol;
import org.plimsoll.fleet.StopAnswers;
import org.plimsoll.fleet.UnknownNodeException;
import org.plimsoll.fleet.control.Member;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node of a fleet on Pekko Cluster. After a disconnect and removal, the node restarts its actor
 * system and joins again through the nodes that it knew.
 */
public final class ClusterFleet implements Fleet {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterFleet.class);

  private final ClusterSettings settings;
  private final NodeTls tls;
  private final InstantSource clock;
  private final NodeLoad load;
  private final @Nullable ControlSeat seat;
  private final Fleet alone;
  private final SeedNodes seedNodes;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile FleetView last;

  /** The members, including this node, when this node was last a member. */
  private volatile List<FleetNode> members = List.of();

  private volatile Phase phase = Phase.JOINING;
  private volatile @Nullable RunningNode running;

  /**
   * The node through which this node joins another fleet of the same name; null while it does not.
   */
  private volatile @Nullable NodeAddress moving;

  private ClusterFleet(
      ClusterSettings settings,
      NodeTls tls,
      NodeLoad load,
      @Nullable ControlSeat seat,
      InstantSource clock) {
    this.settings = settings;
    this.tls = tls;
    this.load = load;
    this.seat = seat;
    this.clock = clock;
    this.seedNodes = new SeedNodes(settings);
    this.alone = new FleetOfOne(settings.identity(), load);
    this.last =
        new FleetView(
            settings.fleet(),
            settings.identity().name(),
            Phase.JOINING,
            Protocol.VERSION,
            List.of(),
            List.of());
  }

  /**
   * Starts to join a fleet. Returns before this node is a member; {@link FleetView#phase} shows the
   * progress.
   *
   * @throws InvalidSpecException if a certificate is unusable or the port is in use
   */
  public static ClusterFleet join(ClusterSettings settings, NodeLoad load) {
    return join(settings, load, null);
  }

  /**
   * Starts to join a fleet that directs runs.
   *
   * @param seat creates the member and the coordinator; null for membership without runs
   */
  public static ClusterFleet join(
      ClusterSettings settings, NodeLoad load, @Nullable ControlSeat seat) {
    return join(settings, load, seat, InstantSource.system(), LOG::warn);
  }

  /**
   * Starts to join a fleet.
   *
   * @param refusals receives a sentence for each rejected connection
   */
  static ClusterFleet join(
      ClusterSettings settings,
      NodeLoad load,
      @Nullable ControlSeat seat,
      InstantSource clock,
      Consumer<String> refusals) {
    NodeTls tls =
        NodeTls.of(settings.tls(), settings.address().host(), new Strangers(clock, refusals));
    ClusterFleet fleet = new ClusterFleet(settings, tls, load, seat, clock);
    fleet.start(fleet.seedNodes.first(), null);
    return fleet;
  }

  /**
   * @param others the other nodes that this node knows if it was removed; null if it was not
   */
  private synchronized void start(List<NodeAddress> seeds, @Nullable List<NodeAddress> others) {
    if (isClosed()) {
      return;
    }
    Seats seats = new Seats(load, seat, this::move, others);
    RunningNode started =
        RunningNode.start(settings, tls, NodeActor.of(settings, seats, clock, this::saw));
    running = started;
    seedNodes.join(started, seeds);
    started.tell(new NodeCommand.Found(seedNodes.found()));
    started.whenEnded(() -> ended(started));
  }

  private void saw(FleetView view) {
    last = view;
    boolean isMember =
        view.nodes().stream()
            .anyMatch(each ->
                each.state() == FleetNode.State.UP && each.identity().name().equals(view.self()));
    // A removed node also sees the other nodes as removed.
    if (isMember) {
      members =
          view.nodes().stream().filter(each -> each.state() != FleetNode.State.REMOVED).toList();
    }
  }

  /**
   * Receives the nodes that a discovery has found, including this node. A node that has not joined
   * joins through them. A node that is alone in its fleet joins the fleet of a newly found node.
   */
  public void found(List<NodeAddress> nodes) {
    seedNodes.found(nodes);
    RunningNode now = running;
    if (now != null) {
      now.tell(new NodeCommand.Found(nodes));
      if (phase == Phase.JOINING && nodes.size() > 1) {
        seedNodes.join(now, nodes);
      }
    }
  }

  /** Leaves this fleet, and joins another fleet of the same name. */
  private void move(NodeAddress to) {
    RunningNode now = running;
    if (now != null && moving == null) {
      settings
          .notices()
          .accept(
              "Two fleets '"
                  + settings.fleet()
                  + "' were formed separately. This node joins the fleet of "
                  + to
                  + ".");
      moving = to;
      now.terminate();
    }
  }

  /** Called when an actor system has ended: this node is closing, has left, or was disconnected. */
  private void ended(RunningNode former) {
    if (isClosed()) {
      return;
    }
    String reason = former.shutdownReason();
    running = null;
    if (reason.startsWith("IncompatibleConfigurationDetected")) {
      phase = Phase.REFUSED;
      settings
          .notices()
          .accept(
              "The nodes at "
                  + settings.seeds()
                  + " refused this node. Their fleet is not '"
                  + settings.fleet()
                  + "', or they do not have protocol "
                  + Protocol.VERSION
                  + ". Use the same fleet name and the same version of Plimsoll on all nodes.");
      return;
    }
    NodeAddress to = moving;
    moving = null;
    if (to == null && (reason.startsWith("ClusterLeaving") || phase == Phase.LEFT)) {
      phase = Phase.LEFT;
      if (seat != null) {
        seat.left();
      }
      settings.notices().accept("This node has left fleet '" + settings.fleet() + "'.");
      return;
    }
    if (to == null) {
      LOG.warn("This node was removed from fleet '{}'; joining again.", settings.fleet());
    }
    phase = Phase.REJOINING;
    List<NodeAddress> through =
        to == null ? seedNodes.others(members) : seedNodes.through(to, last);
    List<NodeAddress> others = to == null ? through : null;
    last = named(last, phase); // It is no member, as long as no newer view says so.
    Thread.ofPlatform().daemon().name("fleet-rejoin").start(() -> rejoin(through, others));
  }

  private void rejoin(List<NodeAddress> through, @Nullable List<NodeAddress> others) {
    while (!isClosed()) {
      try {
        start(through, others);
        return;
      } catch (RuntimeException e) {
        LOG.warn("Cannot join fleet '{}' again: {}", settings.fleet(), e.getMessage());
      }
      try {
        if (closed.await(1, TimeUnit.SECONDS)) {
          return;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  @Override
  public FleetView view() {
    RunningNode now = running;
    if (now == null) {
      return phase == Phase.LEFT || phase == Phase.REFUSED ? named(alone.view()) : named(last);
    }
    return named(now.view(last));
  }

  /** Returns the running node; null while its actor system restarts. */
  @Nullable RunningNode running() {
    return running;
  }

  private FleetView named(FleetView view) {
    Phase now = phase;
    return named(view, view.phase() == Phase.JOINED || now == Phase.JOINING ? view.phase() : now);
  }

  private FleetView named(FleetView view, Phase shown) {
    return new FleetView(
        settings.fleet(), view.self(), shown, view.protocol(), view.nodes(), view.events());
  }

  /** Calls the member of this node on its thread, if this node is in a fleet with runs. */
  public void onMember(Consumer<Member> call) {
    RunningNode now = running;
    if (now != null) {
      now.tell(new NodeCommand.OnMember(call));
    }
  }

  /** Leaves the fleet when no run needs this node. The process continues. */
  public void leave() {
    RunningNode now = running;
    if (now != null) {
      now.tell(new NodeCommand.Leave());
    }
  }

  @Override
  public void drain(String node) {
    RunningNode now = running;
    if (now == null) {
      throw new UnknownNodeException("This node is not a member of a fleet.");
    }
    if (!now.drain(node)) {
      throw new UnknownNodeException(
          "node: must be the name or the address of one node, was '" + node + "'");
    }
  }

  @Override
  public StopAnswers stopAllLoad(String who) {
    if (phase == Phase.LEFT || phase == Phase.REFUSED) {
      return StopAnswers.ALONE;
    }
    List<String> expected =
        members.stream()
            .map(each -> each.identity().name())
            .filter(name -> !name.equals(settings.identity().name()))
            .toList();
    RunningNode now = running;
    StopAnswers heard = now == null ? StopAnswers.ALONE : now.stopAllLoad(who);
    // A removed node knows no members until it has joined again.
    Set<String> unreached = new TreeSet<>(expected);
    unreached.addAll(heard.unreached());
    heard.reached().forEach(unreached::remove);
    return new StopAnswers(heard.stopped(), heard.reached(), List.copyOf(unreached));
  }

  @Override
  public void close() {
    RunningNode now;
    synchronized (this) {
      closed.countDown();
      now = running;
    }
    if (now != null) {
      now.end();
    }
  }
}
