package org.plimsoll.fleet.cluster;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.cluster.ClusterEvent.ClusterDomainEvent;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Leave;
import org.apache.pekko.cluster.typed.Subscribe;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.FleetNode.State;
import org.plimsoll.fleet.FleetView;
import org.plimsoll.fleet.NodeLoad;
import org.plimsoll.fleet.NodeStatus;
import org.plimsoll.fleet.Protocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The actor of a node. It tracks the membership and exchanges messages with other nodes. */
final class NodeActor extends AbstractBehavior<NodeCommand> {
  /** The name of the actor, which is part of the path by which other nodes find it. */
  static final String NAME = "node";

  static final Duration STILL_ALONE = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(NodeActor.class);
  private static final Duration ROUND = Duration.ofMillis(300);

  private final ClusterSettings settings;
  private final NodeLoad load;
  private final NodeSender send;
  private final Islands islands;
  private final Joining joining;
  private final Refounding refounding;
  private final InstantSource clock;
  private final Consumer<FleetView> published;
  private final TimerScheduler<NodeCommand> timers;
  private final Cluster cluster;
  private final Members members;
  private final MembershipLog log;
  private final StopRequests stops;
  private final @Nullable ControlPost control;
  private final OwnStatus own;
  private final StatusRounds rounds = new StatusRounds();
  private @Nullable NodeAddress coordinator;
  private boolean hasJoined;

  private NodeActor(
      ActorContext<NodeCommand> context,
      TimerScheduler<NodeCommand> timers,
      ClusterSettings settings,
      Seats seats,
      InstantSource clock,
      Consumer<FleetView> published) {
    super(context);
    this.settings = settings;
    this.load = seats.load();
    this.clock = clock;
    this.published = published;
    this.timers = timers;
    this.cluster = Cluster.get(context.getSystem());
    this.members = new Members(clock);
    this.log = new MembershipLog(clock);
    this.send = new NodeSender(context.getSystem(), settings.address());
    this.stops = new StopRequests(send, timers);
    this.own = new OwnStatus(load, clock);
    this.islands = new Islands(settings, load, members, send, seats.moves());
    String id = Members.id(settings.address(), cluster.selfMember().uniqueAddress().longUid());
    this.joining = Joining.of(settings, cluster);
    this.refounding = new Refounding(settings, id, seats.others(), send, joining, System::nanoTime);
    ControlSeat seat = seats.control();
    this.control =
        seat == null
            ? null
            : new ControlPost(
                seat,
                id,
                settings.identity(),
                settings.weight(),
                members,
                send,
                new Ticks(timers, seat.timings()));
  }

  /**
   * Creates the actor of this node.
   *
   * @param published receives the nodes after each change
   */
  static Behavior<NodeCommand> of(
      ClusterSettings settings, Seats seats, InstantSource clock, Consumer<FleetView> published) {
    Behavior<NodeCommand> behavior =
        Behaviors.setup(context ->
            Behaviors.withTimers(timers -> {
              NodeActor node = new NodeActor(context, timers, settings, seats, clock, published);
              ActorRef<ClusterDomainEvent> events =
                  context.messageAdapter(ClusterDomainEvent.class, NodeCommand.Changed::new);
              node.cluster.subscriptions().tell(Subscribe.create(events, ClusterDomainEvent.class));
              timers.startTimerWithFixedDelay(new NodeCommand.StillAlone(), STILL_ALONE);
              timers.startTimerWithFixedDelay(new NodeCommand.JoinAgain(), Refounding.ROUND);
              return node;
            }));
    // A message that cannot be handled must not end the node's membership.
    return Behaviors.supervise(behavior)
        .onFailure(RuntimeException.class, SupervisorStrategy.resume());
  }

  @Override
  public Receive<NodeCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(NodeCommand.Changed.class, this::changed)
        .onMessage(Envelope.class, this::received)
        .onMessage(NodeCommand.View.class, this::view)
        .onMessage(NodeCommand.RoundEnded.class, this::roundEnded)
        .onMessage(NodeCommand.Stop.class, this::stop)
        .onMessage(NodeCommand.StopAgain.class, this::stopAgain)
        .onMessage(NodeCommand.LoadStopped.class, this::loadStopped)
        .onMessage(NodeCommand.CoordinatorMoved.class, this::coordinatorMoved)
        .onMessage(NodeCommand.Drain.class, this::drain)
        .onMessage(NodeCommand.Leave.class, _ -> leave(settings.address()))
        .onMessage(NodeCommand.OnMember.class, this::onMember)
        .onMessage(NodeCommand.Tick.class, this::tick)
        .onMessage(NodeCommand.Found.class, this::found)
        .onMessage(NodeCommand.Join.class, this::join)
        .onMessage(NodeCommand.StillAlone.class, this::stillAlone)
        .onMessage(NodeCommand.JoinAgain.class, _ -> joinAgain())
        .build();
  }

  private Behavior<NodeCommand> changed(NodeCommand.Changed changed) {
    members
        .take(changed.event())
        .ifPresent(node -> {
          log.changed(node);
          if (control != null) {
            control.changed(node);
          }
          boolean isSelf = node.address().equals(settings.address());
          if (isSelf) {
            joining.end();
            refounding.end();
            timers.cancel(new NodeCommand.JoinAgain());
          }
          if (isSelf && node.state() == State.UP && !hasJoined) {
            hasJoined = true;
            settings
                .notices()
                .accept("This node is now a member of fleet '" + settings.fleet() + "'.");
          }
          if (node.state() == State.REMOVED && node.address().equals(coordinator)) {
            coordinator = null;
          }
          if (!isSelf && node.state() == State.UP && settings.address().equals(coordinator)) {
            send.accept(node.address(), new FleetMessage.CoordinatorIsHere());
          }
        });
    publish();
    return this;
  }

  private Behavior<NodeCommand> received(Envelope envelope) {
    NodeAddress from = members.sender(envelope.from());
    if (from == null) {
      // Not a member: it was removed, is not known here yet, or belongs to another fleet.
      if (envelope.message() instanceof FleetMessage.Island island) {
        islands.received(envelope.from(), island);
      } else if (envelope.message() instanceof FleetMessage.Removed removed) {
        refounding.received(envelope.from(), removed);
      }
      return this;
    }
    switch (envelope.message()) {
      case FleetMessage.StatusRequest asking ->
          send.accept(from, own.status(asking, weight(), settings.address().equals(coordinator)));
      case FleetMessage.Status status -> answered(from, status);
      case FleetMessage.StopAllLoad stop -> stopHere(from, stop);
      case FleetMessage.Stopped stopped -> stops.answered(from, stopped);
      case FleetMessage.CoordinatorIsHere _ -> coordinatorIs(from);
      case FleetMessage.Island _, FleetMessage.Removed _ -> {
        // The node has joined in the meantime.
      }
      case FleetMessage.Control message -> {
        if (control != null) {
          control.receive(message);
        }
      }
    }
    return this;
  }

  private Behavior<NodeCommand> onMember(NodeCommand.OnMember call) {
    if (control != null) {
      control.call(call.call());
    }
    return this;
  }

  private int weight() {
    return control == null ? settings.weight() : control.weight();
  }

  private Behavior<NodeCommand> tick(NodeCommand.Tick tick) {
    if (control != null) {
      control.tick();
    }
    return this;
  }

  private void answered(NodeAddress from, FleetMessage.Status status) {
    long nowMicros = own.nowMicros();
    long tripMicros = nowMicros - status.sentMicros();
    long middleMicros = status.sentMicros() + tripMicros / 2;
    members.answered(
        from,
        new NodeStatus(
            status.runs(),
            status.weight(),
            status.processors(),
            status.cpu(),
            status.residentBytes(),
            TimeUnit.MICROSECONDS.toNanos(status.wallMicros() - middleMicros),
            TimeUnit.MICROSECONDS.toNanos(tripMicros) / 2,
            Objects.requireNonNullElse(status.verdicts(), List.of())));
    if (status.isCoordinator()) {
      coordinatorIs(from);
    }
    if (rounds.answered(from, status.round())) {
      endRound();
    }
  }

  private void coordinatorIs(NodeAddress address) {
    if (!address.equals(coordinator)) {
      coordinator = address;
      log.coordinator(members.name(address), address);
      publish();
    }
  }

  private Behavior<NodeCommand> view(NodeCommand.View view) {
    boolean isFirst = rounds.add(view.answer());
    if (rounds.isFresh(clock.instant())) {
      rounds.answer(current());
    } else if (isFirst) {
      beginRound();
    }
    return this;
  }

  private void beginRound() {
    List<NodeAddress> asked =
        members.all().stream()
            .filter(each -> each.isMember() && each.isReachable())
            .map(Members.Known::address)
            .toList();
    long round = rounds.begin(asked);
    for (NodeAddress each : asked) {
      send.accept(each, new FleetMessage.StatusRequest(round, own.nowMicros()));
    }
    if (asked.isEmpty()) {
      rounds.answer(current());
    } else {
      NodeCommand ended = new NodeCommand.RoundEnded(round);
      timers.startSingleTimer(ended, ended, ROUND);
    }
  }

  private Behavior<NodeCommand> roundEnded(NodeCommand.RoundEnded ended) {
    if (rounds.isCurrent(ended.round())) {
      endRound();
    }
    return this;
  }

  private void endRound() {
    rounds.end(clock.instant());
    publish();
    rounds.answer(current());
  }

  private void publish() {
    published.accept(current());
  }

  private FleetView current() {
    return new FleetView(
        settings.fleet(),
        settings.identity().name(),
        hasJoined ? FleetView.Phase.JOINED : FleetView.Phase.JOINING,
        Protocol.VERSION,
        members.shown(coordinator),
        log.all());
  }

  private Behavior<NodeCommand> stop(NodeCommand.Stop stop) {
    // Unreachable nodes also get the request, since they may still receive messages.
    stops.start(
        stop,
        members.all().stream()
            .filter(each -> each.isMember() && !each.address().equals(settings.address()))
            .toList());
    return this;
  }

  private Behavior<NodeCommand> stopAgain(NodeCommand.StopAgain again) {
    stops.again(again);
    return this;
  }

  private void stopHere(NodeAddress from, FleetMessage.StopAllLoad stop) {
    LOG.warn("{} on {} has stopped all load of the fleet.", stop.who(), from);
    ActorRef<NodeCommand> self = getContext().getSelf();
    // On a separate thread, so that a run that does not end at once cannot delay heartbeats.
    Thread.ofPlatform()
        .daemon()
        .name("stop-all-load")
        .start(
            () -> self.tell(new NodeCommand.LoadStopped(from, stop.request(), load.stopAllLoad())));
  }

  private Behavior<NodeCommand> loadStopped(NodeCommand.LoadStopped stopped) {
    send.accept(stopped.from(), new FleetMessage.Stopped(stopped.request(), stopped.runs()));
    return this;
  }

  private Behavior<NodeCommand> coordinatorMoved(NodeCommand.CoordinatorMoved moved) {
    if (control != null) {
      control.coordinatorMoved(moved.isHere());
    }
    if (moved.isHere()) {
      coordinatorIs(settings.address());
      members.all().stream()
          .filter(Members.Known::isMember)
          .map(Members.Known::address)
          .filter(address -> !address.equals(settings.address()))
          .forEach(address -> send.accept(address, new FleetMessage.CoordinatorIsHere()));
    } else if (settings.address().equals(coordinator)) {
      coordinator = null;
      publish();
    }
    return this;
  }

  private Behavior<NodeCommand> drain(NodeCommand.Drain drain) {
    List<Members.Known> found = members.named(drain.node());
    if (found.size() == 1 && control != null) {
      control.drain(found.getFirst());
    } else if (found.size() == 1) {
      leave(found.getFirst().address());
    }
    drain.answer().complete(found.size() == 1);
    return this;
  }

  private Behavior<NodeCommand> leave(NodeAddress node) {
    cluster.manager().tell(Leave.create(node.in(cluster)));
    return this;
  }

  private Behavior<NodeCommand> found(NodeCommand.Found found) {
    islands.found(found.nodes());
    refounding.add(found.nodes());
    return this;
  }

  private Behavior<NodeCommand> join(NodeCommand.Join join) {
    joining.accept(join.through());
    return this;
  }

  private Behavior<NodeCommand> joinAgain() {
    refounding.ask();
    joining.again();
    return this;
  }

  private Behavior<NodeCommand> stillAlone(NodeCommand.StillAlone still) {
    islands.ask();
    if (!hasJoined && !settings.seeds().isEmpty()) {
      LOG.warn(
          "No node of fleet '{}' answers at {}; trying again.",
          settings.fleet(),
          String.join(", ", settings.seeds().stream().map(NodeAddress::toString).toList()));
    }
    return this;
  }
}
