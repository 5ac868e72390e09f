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
 * Connections that are still open when an actor system should have ended. Seldom (Pekko 1.7.0, one
 * shutdown in about forty on a busy machine), an outbound control stream does not end with the
 * transport, which then waits for the other node to close the connection: the system would never
 * end, and this node never join again.
 */
final class OpenConnections {
  /** Long enough for a transport that ends by itself, which takes some tenths of a second. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private OpenConnections() {}

  /** Closes the connections of a system that ends, unless it has ended by itself in time. */
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
