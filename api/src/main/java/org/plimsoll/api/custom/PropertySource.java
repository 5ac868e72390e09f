package org.plimsoll.api.custom;

import java.util.List;
import java.util.Map;

/**
 * A user's own source of parameters that change during a run, such as a configuration framework or
 * a key-value store. It is configured as {@code --properties 'custom(name, argument, …)'}. {@link
 * java.util.ServiceLoader} finds it in the jars of the folder {@code name}, next to the folders of
 * drivers, in its own class loader. The jar has the class's name in {@code
 * META-INF/services/org.plimsoll.api.custom.PropertySource}.
 *
 * <pre>{@code
 * public final class ConsulSource implements PropertySource {
 *   public Subscription open(List<String> arguments, Listener listener) throws Exception {
 *     KVCache cache = KVCache.newCache(consul.keyValueClient(), arguments.get(0));
 *     cache.addListener(values -> listener.says(texts(values)));
 *     cache.start();
 *     cache.awaitInitialized(10, SECONDS);
 *     return cache::stop;
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface PropertySource {
  /**
   * Starts to listen to the source. Values that it reports before this method returns apply from
   * the start of the run. Called once, before any load.
   *
   * @param arguments the texts after the name in the parentheses
   * @param listener receives the values, now and later, from any thread
   * @return stops listening when it is closed
   * @throws Exception if the source cannot be used; the run does not start. The message is one
   *     sentence for the user, without secrets
   */
  Subscription open(List<String> arguments, Listener listener) throws Exception;

  /** Receives the values of the source. Thread-safe; calls take effect one after the other. */
  interface Listener {
    /**
     * Reports all current values, not only the changes since the last call. A parameter that is
     * missing reverts to the value of the lower layer, such as the spec file. The values take
     * effect together, or none does if one is refused. If a value is refused, the run keeps the
     * earlier values and logs a warning.
     *
     * @param texts values by path, as in a spec file: {@code rate}, {@code scenario/search/rate},
     *     or {@code set.consistency} of the driver
     */
    void says(Map<String, String> texts);

    /**
     * Reports that the source cannot be reached. The run keeps its values. Further calls log no
     * warning until the next {@link #says}.
     *
     * @param sentence what is wrong, without secrets
     */
    void fails(String sentence);
  }

  /** An open source, which reports to its listener until it is closed. */
  @FunctionalInterface
  interface Subscription {
    /** Stops listening, because the run has ended. Called once. */
    void close() throws Exception;
  }
}
