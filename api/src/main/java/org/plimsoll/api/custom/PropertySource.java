package org.plimsoll.api.custom;

import java.util.List;
import java.util.Map;

/**
 * A place outside that says what parameters of a run are to be, and says so again when they change:
 * a bridge to a configuration framework or a key-value store. It is asked for as {@code
 * --properties 'custom(name, argument, …)'} and found by {@link java.util.ServiceLoader} in the
 * jars of the folder {@code name} beside those of drivers, in a class loader of its own: the jar
 * has the class's name in {@code META-INF/services/org.plimsoll.api.custom.PropertySource}.
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
   * Begins to listen to the place. What it has said when this method returns holds from the begin
   * of the run. Called once, before any load.
   *
   * @param arguments what stands behind the name, as text
   * @param listener is told what the place says, now and later, from any thread
   * @return ends the listening
   * @throws Exception when the place cannot be used: no run begins. The message is one sentence for
   *     the user, without secrets
   */
  Subscription open(List<String> arguments, Listener listener) throws Exception;

  /** Is told what the place says. Thread-safe; calls take effect one after the other. */
  interface Listener {
    /**
     * All that the place says now, not the difference to before: a parameter that is missing falls
     * back to what lies below, such as the spec file. Takes effect at once and all or nothing; when
     * something cannot be, the run goes on with the earlier values and its log has a warning.
     *
     * @param texts by path, as they would be written in a spec file: {@code rate}, {@code
     *     scenario/search/rate}, or {@code set.consistency} of the driver
     */
    void says(Map<String, String> texts);

    /**
     * The place cannot be reached. Its values stay. The log of the run has one warning until the
     * next {@link #says}, however often this is called.
     *
     * @param sentence what is wrong, without secrets
     */
    void fails(String sentence);
  }

  /** A place that is listened to. */
  @FunctionalInterface
  interface Subscription {
    /** The run has ended. Called once; nothing is listened to afterwards. */
    void close() throws Exception;
  }
}
