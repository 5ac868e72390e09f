package org.plimsoll.fleet.cluster;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.Done;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.io.Tcp;

/**
 * Closes connections that keep an actor system from terminating. In Pekko 1.7.0, in rare cases, an
 * outbound control stream does not end with the transport (about one in forty shutdowns on a busy
 * machine). The transport then waits until the other node closes the connection. Without this
 * class, the actor system would never end, and this node could not join again.
 */
final class OpenConnections {
  /**
   * How long to wait for a transport to terminate by itself, which usually takes less than a
   * second.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private OpenConnections() {}

  /** Closes the connections of an actor system that does not terminate in time. */
  static void endWith(org.apache.pekko.actor.typed.ActorSystem<?> system) {
    ActorSystem classic = system.classicSystem();
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseActorSystemTerminate(),
            "close-open-connections",
            () -> {
              CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                  .execute(() -> close(classic));
              return CompletableFuture.completedFuture(Done.getInstance());
            });
  }

  private static void close(ActorSystem system) {
    if (!system.getWhenTerminated().toCompletableFuture().isDone()) {
      Tcp.get(system).getManager().tell(PoisonPill.getInstance(), ActorRef.noSender());
    }
  }
}
