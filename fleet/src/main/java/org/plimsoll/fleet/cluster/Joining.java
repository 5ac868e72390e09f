package org.plimsoll.fleet.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.JoinSeedNodes;
import org.jspecify.annotations.Nullable;

/**
 * Joins a fleet through a few of the nodes that this node knows. Each node through which a node
 * joins costs two TLS handshakes. If all nodes of a fleet joined through all others, the number of
 * handshakes would be the square of the number of nodes.
 *
 * <p>A try is made through the first node of the first list, the first one by address, the first
 * seeds, and {@value #OTHERS} of the others. The next try replaces these others by the next ones in
 * the order of their addresses. Each node starts with those after itself, so that the nodes do not
 * all try the same ones. A node that is the first of the list asks all nodes, because it founds a
 * fleet if none of them answers.
 *
 * <p>Not thread-safe.
 */
final class Joining implements Consumer<List<NodeAddress>> {
  /** Number of other nodes in each try. */
  static final int OTHERS = 5;

  /** Number of calls of {@link #again} until the next try. */
  static final int CALLS_PER_TRY = 5;

  private static final int SEEDS = 3;
  private static final Comparator<NodeAddress> BY_ADDRESS =
      Comparator.comparing(NodeAddress::toString);

  private final NodeAddress self;
  private final List<NodeAddress> seeds;
  private final Consumer<List<NodeAddress>> join;

  private List<NodeAddress> through = List.of();
  private @Nullable NodeAddress preferred;
  private int calls;
  private int tries;

  /**
   * @param join joins through nodes; founds the fleet if this node is the only one, or if it is the
   *     first one and no other answers
   */
  Joining(ClusterSettings settings, Consumer<List<NodeAddress>> join) {
    this.self = settings.address();
    this.seeds = settings.seeds().stream().limit(SEEDS).toList();
    this.join = join;
  }

  /** Joins the cluster of this actor system. */
  static Joining of(ClusterSettings settings, Cluster cluster) {
    return new Joining(
        settings,
        nodes ->
            cluster
                .manager()
                .tell(new JoinSeedNodes(nodes.stream().map(each -> each.in(cluster)).toList())));
  }

  /**
   * Joins through some of the given nodes, which replace those of earlier calls. Founds a fleet if
   * this node is the only one.
   */
  @Override
  public void accept(List<NodeAddress> nodes) {
    if (preferred == null && !nodes.isEmpty()) {
      preferred = nodes.getFirst();
    }
    through = List.copyOf(nodes);
    join.accept(List.copyOf(few()));
  }

  /** Ends the tries, because this node is a member. */
  void end() {
    through = List.of();
  }

  /** Tries other nodes, if it is time for the next try and there are others. */
  void again() {
    if (++calls % CALLS_PER_TRY == 0) {
      Set<NodeAddress> last = few();
      tries++;
      Set<NodeAddress> next = few();
      if (!next.equals(last)) {
        join.accept(List.copyOf(next));
      }
    }
  }

  private Set<NodeAddress> few() {
    if (through.isEmpty() || through.getFirst().equals(self)) {
      return new LinkedHashSet<>(through);
    }
    Set<NodeAddress> few = new LinkedHashSet<>();
    if (preferred != null) {
      few.add(preferred);
    }
    through.stream().min(BY_ADDRESS).ifPresent(few::add);
    few.addAll(seeds);
    few.retainAll(through);
    few.remove(self);
    List<NodeAddress> others = others(few);
    for (int i = 0; i < Math.min(OTHERS, others.size()); i++) {
      few.add(others.get((tries * OTHERS + i) % others.size()));
    }
    return few;
  }

  /** Returns the other nodes by address: those after this node first. */
  private List<NodeAddress> others(Set<NodeAddress> without) {
    List<NodeAddress> all = new ArrayList<>(through);
    all.removeAll(without);
    all.remove(self);
    all.sort(
        Comparator.comparing((NodeAddress each) -> BY_ADDRESS.compare(each, self) < 0)
            .thenComparing(BY_ADDRESS));
    return all;
  }
}
