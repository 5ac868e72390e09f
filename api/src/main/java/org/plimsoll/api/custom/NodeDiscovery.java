package org.plimsoll.api.custom;

import java.util.List;
import org.plimsoll.api.DiscoveredNode;

/**
 * A user's own discovery of the nodes of a target or the generators of a fleet, such as a registry
 * that is not built in. It is named {@code custom(name, argument, …)} and found in the same way as
 * {@link PropertySource}.
 *
 * <pre>{@code
 * public final class ZooKeeperNodes implements NodeDiscovery {
 *   public Subscription open(List<String> arguments, Listener listener) throws Exception {
 *     CuratorCache cache = CuratorCache.build(client, arguments.getFirst());
 *     cache.listenable().addListener((type, before, after) -> listener.finds(nodes(cache)));
 *     cache.start();
 *     return cache::close;
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface NodeDiscovery {
  /**
   * Starts to listen to the source. A run starts with the nodes that are reported before this
   * method returns.
   *
   * @param arguments the texts after the name in the parentheses
   * @param listener receives the nodes, now and later, from any thread
   * @throws Exception if the source cannot be used. The message is one sentence for the user,
   *     without secrets
   */
  Subscription open(List<String> arguments, Listener listener) throws Exception;

  /**
   * Receives the nodes that the source finds. Thread-safe; calls take effect one after the other.
   */
  interface Listener {
    /** Reports all current nodes, not only the changes since the last call. */
    void finds(List<DiscoveredNode> nodes);

    /**
     * Reports that the source cannot be reached. The last nodes remain in use. Further calls log no
     * warning until the next {@link #finds}.
     *
     * @param sentence what is wrong, without secrets
     */
    void fails(String sentence);
  }

  /** An open source, which reports to its listener until it is closed. */
  @FunctionalInterface
  interface Subscription {
    /** Stops listening. Called once. */
    void close() throws Exception;

    /**
     * Adds this generator to the registry until {@link #close}. Called at most once; by default,
     * does nothing.
     *
     * @throws Exception if the registry rejects the entry
     */
    default void register(DiscoveredNode self) throws Exception {}
  }
}
