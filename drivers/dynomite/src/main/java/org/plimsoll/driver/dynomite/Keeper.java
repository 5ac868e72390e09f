package org.plimsoll.driver.dynomite;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.plimsoll.api.DriverContext;

/**
 * Keeps the lanes connected in the background. It repairs connections, follows changes to the ring,
 * sets the consistency of nodes that joined or returned, and reports changes as events.
 */
final class Keeper implements AutoCloseable {
  private static final long ROUND_MILLIS = 250;

  private final Lanes lanes;
  private final TopologySource source;
  private final ConsistencyControl control;
  private final DriverContext context;
  private final Set<RingNode> unset;
  private final Map<RingNode, Boolean> known = new HashMap<>();
  private final Set<RingNode> refused = new HashSet<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofVirtual().name("plimsoll-dynomite-keeper").factory());
  private volatile Consistency reads;
  private volatile Consistency writes;

  /**
   * Creates a keeper; the nodes already have the given consistency.
   *
   * @param unset nodes that may not have the consistency. Any thread adds a node whose connection
   *     broke, because a restarted node loses the consistency
   */
  Keeper(
      Lanes lanes,
      TopologySource source,
      ConsistencyControl control,
      DriverContext context,
      Set<RingNode> unset) {
    this.lanes = lanes;
    this.source = source;
    this.control = control;
    this.context = context;
    this.unset = unset;
    Duration refresh = context.settings().get(DynomiteSettings.REFRESH);
    reads = context.settings().get(DynomiteSettings.READS);
    writes = context.settings().get(DynomiteSettings.WRITES);
    var _ =
        thread.scheduleWithFixedDelay(
            this::round, ROUND_MILLIS, ROUND_MILLIS, TimeUnit.MILLISECONDS);
    if (source.changes() && refresh.isPositive()) {
      long millis = refresh.toMillis();
      var _ = thread.scheduleWithFixedDelay(this::refresh, millis, millis, TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Sets the consistency of all nodes, and then replaces the connections, because existing
   * connections keep the old consistency.
   */
  void change(Consistency newReads, Consistency newWrites) {
    if (newReads == reads && newWrites == writes) {
      return;
    }
    reads = newReads;
    writes = newWrites;
    thread.execute(() -> apply(lanes.ring().usedNodes()));
  }

  /** Reads the ring again soon, on the background thread. */
  void refreshSoon() {
    thread.execute(this::refresh);
  }

  /** Sets the consistency of nodes. Nodes on which this fails are tried again in the next round. */
  private void apply(List<RingNode> nodes) {
    if (reads == Consistency.KEEP && writes == Consistency.KEEP) {
      return;
    }
    List<RingNode> set = new ArrayList<>();
    for (RingNode node : nodes) {
      try {
        control.set(List.of(node), reads, writes);
        set.add(node);
        refused.remove(node);
      } catch (IOException e) {
        unset.add(node);
        if (refused.add(node)) {
          context.event(String.valueOf(e.getMessage()));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    if (set.isEmpty()) {
      return;
    }
    lanes.renew(set);
    context.event("consistency of " + set.size() + " nodes: reads " + reads + ", writes " + writes);
  }

  private void round() {
    lanes.mend();
    List<RingNode> back = new ArrayList<>();
    lanes
        .states()
        .forEach((node, usable) -> {
          boolean before = known.getOrDefault(node, true);
          known.put(node, usable);
          if (before != usable) {
            context.event(
                "node "
                    + node.address()
                    + " of rack "
                    + node.rack()
                    + (usable ? " is connected again" : " is not connected"));
          }
          if (usable && (unset.remove(node) || !before)) {
            back.add(node);
          }
        });
    List<RingNode> used = lanes.ring().usedNodes();
    known.keySet().retainAll(used);
    unset.retainAll(used);
    refused.retainAll(used);
    if (!back.isEmpty()) {
      apply(back);
    }
  }

  private void refresh() {
    try {
      Ring before = lanes.ring();
      Ring now = source.read();
      if (!now.usedNodes().equals(before.usedNodes())) {
        lanes.follow(now);
        context.event("the ring has " + now.size() + " nodes, it had " + before.size());
        List<RingNode> joined = new ArrayList<>(now.usedNodes());
        joined.removeAll(before.usedNodes());
        if (!joined.isEmpty()) {
          apply(joined);
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      // No node describes the ring, so the last known ring remains.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
