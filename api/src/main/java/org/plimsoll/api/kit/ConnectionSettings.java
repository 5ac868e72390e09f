package org.plimsoll.api.kit;

import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** Settings for connections and their I/O threads. They have the same meaning in each driver. */
public final class ConnectionSettings {
  /** The value of {@link #connections} that gives each session its own connection. */
  public static final String PER_SESSION = "per-session";

  /** The number of threads of an event loop; see {@link #ioThreads}. */
  public static final Setting<Long> IO_THREADS =
      Setting.count("io-threads", "0", 0, 64)
          .describedAs(
              "threads that write requests and read answers; 0: one for every two processors");

  private static final String AUTO = "auto";
  private static final int SHARED_DEPTH = 4096;

  /**
   * The number of operations in flight on a session with a pipelined connection; see {@link
   * #depth}.
   */
  public static final Setting<String> PIPELINE_DEPTH =
      countOr("pipeline-depth", AUTO, AUTO, 100_000)
          .describedAs(
              "operations in flight on a session; auto: 1 if it owns its connection, otherwise"
                  + " 4096");

  private ConnectionSettings() {}

  /**
   * Returns the number of connections that sessions share, or {@link #PER_SESSION}; see {@link
   * #count}.
   *
   * @param maximum the largest number of connections
   */
  public static Setting<String> connections(long maximum) {
    return countOr("connections", "4", PER_SESSION, maximum)
        .describedAs("connections that all sessions share, or one for each session");
  }

  /**
   * Returns the number of shared connections, for {@link SharedConnections}; 0 means one per
   * session.
   */
  public static int count(String connections) {
    return connections.equals(PER_SESSION) ? 0 : Integer.parseInt(connections);
  }

  /** Returns the maximum number of operations in flight on a session by {@link #PIPELINE_DEPTH}. */
  public static int depth(SettingValues settings, SharedConnections<?> connections) {
    String depth = settings.get(PIPELINE_DEPTH);
    int automatic = connections.count() == 0 ? 1 : SHARED_DEPTH;
    return depth.equals(AUTO) ? automatic : Integer.parseInt(depth);
  }

  /** Returns the number of I/O threads by {@link #IO_THREADS}. */
  public static int ioThreads(SettingValues settings) {
    int asked = Math.toIntExact(settings.get(IO_THREADS));
    return asked > 0 ? asked : Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
  }

  private static Setting<String> countOr(
      String name, String defaultText, String word, long maximum) {
    Setting<Long> count = Setting.count(name, null, 1, maximum);
    return Setting.text(
        name,
        defaultText,
        Setting.Reach.NOTHING,
        count.allowed() + ", or " + word,
        text -> text.equals(word) ? text : String.valueOf(count.parse(text)));
  }
}
