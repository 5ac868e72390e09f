package org.plimsoll.fleet.cluster;

import java.net.BindException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.typed.ClusterSingleton;
import org.apache.pekko.cluster.typed.SingletonActor;
import org.apache.pekko.remote.artery.tcp.SSLEngineProviderSetup;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.fleet.FleetUnavailableException;
import org.plimsoll.fleet.FleetView;
import org.plimsoll.fleet.StopAnswers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running actor system with the actor of this node. Questions to the actor wait a limited time
 * for its answer. A node that joins again gets a new actor system. Thread-safe.
 */
final class RunningNode {
  private static final Logger LOG = LoggerFactory.getLogger(RunningNode.class);
  private static final Duration ANSWER_MAX = Duration.ofMillis(500);
  private static final Duration STOP_MAX = Duration.ofMillis(1_500);
  private static final Duration LEAVE_MAX = Duration.ofSeconds(15);

  private final String fleet;
  private final ActorSystem<Void> system;
  private final ActorRef<NodeCommand> actor;

  private RunningNode(String fleet, ActorSystem<Void> system, ActorRef<NodeCommand> actor) {
    this.fleet = fleet;
    this.system = system;
    this.actor = actor;
  }

  /**
   * Starts an actor system that has not joined a cluster.
   *
   * @param node the actor of this node
   * @throws InvalidSpecException if the port is in use
   * @throws IllegalStateException if the port was not opened in time
   */
  static RunningNode start(ClusterSettings settings, NodeTls tls, Behavior<NodeCommand> node) {
    CompletableFuture<ActorRef<NodeCommand>> actor = new CompletableFuture<>();
    ActorSystemSetup setup =
        ActorSystemSetup.empty()
            .withSetup(
                BootstrapSetup.create(ClusterConfig.of(settings))
                    .withClassloader(RunningNode.class.getClassLoader()))
            .withSetup(SSLEngineProviderSetup.create(_ -> tls));
    ActorSystem<Void> system;
    try {
      system =
          ActorSystem.create(
              Behaviors.setup(context -> {
                ActorRef<NodeCommand> self = context.spawn(node, NodeActor.NAME);
                ClusterSingleton.get(context.getSystem())
                    .init(SingletonActor.of(CoordinatorActor.on(self), "coordinator"));
                actor.complete(self);
                return Behaviors.empty();
              }),
              ClusterConfig.SYSTEM,
              setup);
    } catch (Exception e) { // Pekko also throws checked exceptions, which it does not declare
      throw refused(e, settings.address());
    }
    OpenConnections.endWith(system);
    return new RunningNode(settings.fleet(), system, actor.join());
  }

  static RuntimeException refused(Exception e, NodeAddress address) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException || String.valueOf(cause.getMessage()).contains("bind")) {
        return new InvalidSpecException(
            "--fleet-port: must be a free port of --fleet-host, was '" + address + "'", e);
      }
    }
    return e instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(
            "the actor system at '" + address + "' did not start: " + e.getMessage(), e);
  }

  ActorSystem<Void> system() {
    return system;
  }

  /** Sends a message to the actor, and does not wait. */
  void tell(NodeCommand command) {
    actor.tell(command);
  }

  /** Returns the nodes of the fleet, or the given ones if the actor does not answer in time. */
  FleetView view(FleetView last) {
    return ask(NodeCommand.View::new, ANSWER_MAX, () -> last);
  }

  /**
   * Makes a node leave the fleet; false if there is not exactly one of this name or address.
   *
   * @throws FleetUnavailableException if the actor does not answer in time
   */
  boolean drain(String name) {
    return ask(
        answer -> new NodeCommand.Drain(name, answer),
        ANSWER_MAX,
        () -> {
          throw new FleetUnavailableException(
              "This node has not answered within "
                  + ANSWER_MAX.toMillis()
                  + " ms. Node '"
                  + name
                  + "' may still leave the fleet.");
        });
  }

  /** Stops all load on the other nodes, and returns the answers that arrived in time. */
  StopAnswers stopAllLoad(String who) {
    return ask(answer -> new NodeCommand.Stop(who, answer), STOP_MAX, () -> StopAnswers.ALONE);
  }

  private <T> T ask(
      Function<CompletableFuture<T>, NodeCommand> question, Duration most, Supplier<T> absent) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    actor.tell(question.apply(answer));
    try {
      return answer.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return absent.get();
    } catch (ExecutionException | TimeoutException e) {
      return absent.get();
    }
  }

  /** Starts to terminate the actor system, so that the node leaves its fleet. */
  void terminate() {
    system.terminate();
  }

  /** Terminates the actor system, and waits a limited time until the node has left its fleet. */
  void end() {
    terminate();
    try {
      system
          .getWhenTerminated()
          .toCompletableFuture()
          .get(LEAVE_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("This node could not leave fleet '{}' in order.", fleet);
    }
  }

  /** Executes an action when the actor system has terminated, for any reason. */
  void whenEnded(Runnable action) {
    system.getWhenTerminated().whenComplete((_, _) -> action.run());
  }

  /** Returns the class name of the reason for the termination; empty if it is unknown. */
  String shutdownReason() {
    return CoordinatedShutdown.get(system).getShutdownReason().stream()
        .map(each -> each.getClass().getSimpleName())
        .findFirst()
        .orElse("");
  }
}
