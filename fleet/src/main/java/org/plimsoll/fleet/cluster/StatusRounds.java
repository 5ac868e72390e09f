package org.plimsoll.fleet.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.plimsoll.fleet.FleetView;

/** Tracks rounds of status requests to all members, and the callers that wait for a round. */
final class StatusRounds {
  private static final Duration FRESH = Duration.ofMillis(500);

  private final List<CompletableFuture<FleetView>> viewers = new ArrayList<>();
  private final Set<NodeAddress> asked = new HashSet<>();
  private long number;
  private Instant endedAt = Instant.MIN;

  /** Adds a waiting caller; returns true if it is the only one. */
  boolean add(CompletableFuture<FleetView> viewer) {
    viewers.add(viewer);
    return viewers.size() == 1;
  }

  /** Whether the last round has ended recently. */
  boolean isFresh(Instant now) {
    return now.isBefore(endedAt.plus(FRESH));
  }

  /** Starts a round of requests to the given nodes, and returns its number. */
  long begin(Collection<NodeAddress> nodes) {
    asked.clear();
    asked.addAll(nodes);
    return ++number;
  }

  /** Records an answer; returns true if it is the last one of the current round. */
  boolean answered(NodeAddress from, long round) {
    asked.remove(from);
    return asked.isEmpty() && round == number;
  }

  boolean isCurrent(long round) {
    return round == number;
  }

  void end(Instant now) {
    endedAt = now;
  }

  /** Answers all waiting callers. */
  void answer(FleetView view) {
    viewers.forEach(viewer -> viewer.complete(view));
    viewers.clear();
  }
}
