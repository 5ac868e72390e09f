package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.Protocol;
import org.plimsoll.fleet.control.FleetMessage.Beat;
import org.plimsoll.fleet.control.FleetMessage.Report;

/**
 * What the coordinator knows of the fleet's nodes, and until when each may hold the right to send.
 */
final class Members {
  private static final long NEVER = Long.MIN_VALUE / 2;

  private final Timings timings;
  private final long claimedNanos;
  private long mostHeardSinceNanos = Long.MAX_VALUE;
  private final Map<String, Seen> seen = new TreeMap<>();

  /** Ends of the leases that were granted, also those of nodes that have left since. */
  private final Map<String, Long> heldUntil = new TreeMap<>();

  Members(Timings timings, long claimedNanos) {
    this.timings = timings;
    this.claimedNanos = claimedNanos;
  }

  /** One node that belongs to the fleet. */
  static final class Seen {
    private final String id;
    private @Nullable Node node;
    private long heardNanos = NEVER;
    private long beatSequence;
    private int weight;
    private boolean reachable = true;
    private boolean draining;

    private Seen(String id) {
      this.id = id;
    }

    String id() {
      return id;
    }

    boolean reported() {
      return node != null;
    }

    boolean takesPart() {
      return node != null && node.protocol() == Protocol.VERSION;
    }

    boolean draining() {
      return draining;
    }

    boolean reachable() {
      return reachable;
    }

    int weight() {
      return weight;
    }

    Map<String, String> labels() {
      return node == null ? Map.of() : node.labels();
    }
  }

  void up(String id) {
    seen.computeIfAbsent(id, Seen::new).reachable = true;
  }

  void unreachable(String id) {
    Seen member = seen.get(id);
    if (member != null) {
      member.reachable = false;
    }
  }

  void removed(String id) {
    seen.remove(id);
  }

  void reported(Report report, long nowNanos) {
    Seen member = seen.get(report.node().id());
    if (member != null) {
      if (member.node == null) {
        member.weight = report.node().weight();
      }
      member.node = report.node();
      member.draining |= report.draining();
      member.heardNanos = nowNanos;
    }
  }

  /** Notes a beat; returns whether it is the newest of a node that has reported. */
  boolean beat(Beat beat, long nowNanos) {
    Seen member = seen.get(beat.node());
    if (member == null || !member.takesPart() || beat.sequence() <= member.beatSequence) {
      return false;
    }
    member.beatSequence = beat.sequence();
    member.heardNanos = nowNanos;
    return true;
  }

  /** The node's lease was renewed now. */
  void renewed(String id, long nowNanos) {
    heldUntil.put(id, nowNanos + timings.heldNanos());
  }

  /**
   * Until when the node may send. A node that this coordinator has never renewed may have a lease
   * of the former one, until one lease after this one took over.
   */
  long heldUntilNanos(String id) {
    return heldUntil.getOrDefault(id, claimedNanos + timings.heldNanos());
  }

  boolean mayHold(String id, long nowNanos) {
    return nowNanos <= heldUntilNanos(id);
  }

  /** Whether leases of a former coordinator may still be held by nodes that were not heard. */
  boolean inDoubt(long nowNanos) {
    return nowNanos <= claimedNanos + timings.heldNanos();
  }

  /** Whether the node was heard during the last few seconds. */
  boolean heard(String id, long nowNanos) {
    Seen member = seen.get(id);
    return member != null && nowNanos - member.heardNanos <= timings.silenceNanos();
  }

  /**
   * Whether most nodes are heard. Of the two sides of a cut network, at most one hears most, so the
   * other one's coordinator renews no lease until the cluster has decided which side remains.
   */
  boolean mostHeard(long nowNanos) {
    long heard = seen.values().stream().filter(each -> heard(each.id, nowNanos)).count();
    return isMost(heard);
  }

  /** Called before anything is decided. */
  void watch(long nowNanos) {
    if (!mostHeard(nowNanos)) {
      mostHeardSinceNanos = Long.MAX_VALUE;
    } else if (mostHeardSinceNanos == Long.MAX_VALUE) {
      mostHeardSinceNanos = nowNanos;
    }
  }

  /**
   * Whether a node that was not heard can be declared lost: most have been heard for a while. A
   * coordinator that was stopped itself, and has just come back, cannot tell.
   */
  boolean canTellLosses(long nowNanos) {
    return mostHeardSinceNanos != Long.MAX_VALUE
        && nowNanos - mostHeardSinceNanos >= timings.silenceNanos();
  }

  /** Whether the node's lease has ended and nothing is heard of it. */
  boolean isLost(String id, long nowNanos) {
    return canTellLosses(nowNanos) && !mayHold(id, nowNanos) && !heard(id, nowNanos);
  }

  boolean isMost(long count) {
    return 2 * count > seen.size();
  }

  void drain(String id) {
    Seen member = seen.get(id);
    if (member != null) {
      member.draining = true;
    }
  }

  /** The nodes with an id, an address or a name. */
  List<Seen> named(String node) {
    Scope named = Scope.node(node);
    return seen.values().stream().filter(each -> named.contains(each.id, each.labels())).toList();
  }

  void weigh(String node, int weight) {
    named(node).forEach(each -> each.weight = weight);
  }

  @Nullable Seen find(String id) {
    return seen.get(id);
  }

  List<Seen> all() {
    return List.copyOf(seen.values());
  }
}
