package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.Protocol;
import org.plimsoll.fleet.control.FleetMessage.Beat;
import org.plimsoll.fleet.control.FleetMessage.Report;

/** The nodes of the fleet as the coordinator knows them, with the ends of their leases. */
final class Members {
  private static final long NEVER = Long.MIN_VALUE / 2;

  private final Timings timings;
  private final long claimedNanos;
  private long mostHeardSinceNanos = Long.MAX_VALUE;
  private final Map<String, Seen> seen = new TreeMap<>();

  /** Ends of the granted leases, including leases of nodes that have left. */
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

  /** Records a heartbeat; returns whether it is the newest one of a node that has reported. */
  boolean beat(Beat beat, long nowNanos) {
    Seen member = seen.get(beat.node());
    if (member == null || !member.takesPart() || beat.sequence() <= member.beatSequence) {
      return false;
    }
    member.beatSequence = beat.sequence();
    member.heardNanos = nowNanos;
    return true;
  }

  /** Records that the node's lease was renewed now. */
  void renewed(String id, long nowNanos) {
    heldUntil.put(id, nowNanos + timings.heldNanos());
  }

  /**
   * Returns the time until which the node may send. A node whose lease this coordinator has not
   * renewed may still hold one of the previous coordinator, for one lease duration after the
   * take-over.
   */
  long heldUntilNanos(String id) {
    return heldUntil.getOrDefault(id, claimedNanos + timings.heldNanos());
  }

  boolean mayHold(String id, long nowNanos) {
    return nowNanos <= heldUntilNanos(id);
  }

  /** Whether silent nodes may still hold leases of the previous coordinator. */
  boolean inDoubt(long nowNanos) {
    return nowNanos <= claimedNanos + timings.heldNanos();
  }

  /** Whether a heartbeat of the node has arrived in the last few seconds. */
  boolean heard(String id, long nowNanos) {
    Seen member = seen.get(id);
    return member != null && nowNanos - member.heardNanos <= timings.silenceNanos();
  }

  /**
   * Whether a majority of nodes is heard from. In a network partition, at most one side hears from
   * a majority. The coordinator on the other side renews no lease until the cluster has decided
   * which side remains.
   */
  boolean mostHeard(long nowNanos) {
    long heard = seen.values().stream().filter(each -> heard(each.id, nowNanos)).count();
    return isMost(heard);
  }

  /** Updates the state. Must be called before each decision. */
  void watch(long nowNanos) {
    if (!mostHeard(nowNanos)) {
      mostHeardSinceNanos = Long.MAX_VALUE;
    } else if (mostHeardSinceNanos == Long.MAX_VALUE) {
      mostHeardSinceNanos = nowNanos;
    }
  }

  /**
   * Whether silent nodes can be declared lost, because a majority was heard from for some time. A
   * coordinator that was itself paused until now cannot decide this.
   */
  boolean canTellLosses(long nowNanos) {
    return mostHeardSinceNanos != Long.MAX_VALUE
        && nowNanos - mostHeardSinceNanos >= timings.silenceNanos();
  }

  /** Whether the node's lease has ended and no heartbeat arrives. */
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

  /** Returns the nodes with an id, an address or a name. */
  List<Seen> named(String node) {
    Scope named = Scope.node(node);
    return seen.values().stream().filter(each -> named.contains(each.id, each.labels())).toList();
  }

  /** Returns the error message about a node that {@link #named} does not find. */
  static String unknown(String node) {
    return "node: must be the name or the address of a node of the fleet, was '" + node + "'";
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
