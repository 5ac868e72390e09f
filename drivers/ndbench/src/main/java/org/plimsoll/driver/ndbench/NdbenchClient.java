package org.plimsoll.driver.ndbench;

import com.netflix.ndbench.api.plugin.NdBenchAbstractClient;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/**
 * The client for a loaded and initialized plugin. The plugin is one object that all threads share,
 * as in NDBench.
 */
final class NdbenchClient implements Client {
  private static final String WORKFLOW = "run-workflow";
  private static final int SESSIONS = 1_000;

  private final DriverContext context;
  private final PluginLoader loader;
  private final NdBenchAbstractClient<?> plugin;
  private final OperationValues values;
  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
  private boolean closed;

  private NdbenchClient(
      DriverContext context,
      PluginLoader loader,
      NdBenchAbstractClient<?> plugin,
      OperationValues values) {
    this.context = context;
    this.loader = loader;
    this.plugin = plugin;
    this.values = values;
  }

  static Client open(DriverContext context) throws Exception {
    Properties properties = new Properties();
    properties.load(new StringReader(context.settings().get(NdbenchSettings.PROPERTIES)));
    properties.load(new StringReader(context.settings().get(NdbenchSettings.SECRET_PROPERTIES)));
    PluginLoader loader =
        PluginLoader.of(
            context.settings().get(NdbenchSettings.PLUGIN), NdbenchClient.class.getClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    OperationValues values = new OperationValues();
    NdBenchAbstractClient<?> plugin;
    try {
      plugin = PluginMaker.make(loader, context.address(), properties, values);
    } catch (RuntimeException e) {
      loader.close();
      throw e;
    }
    NdbenchClient client = new NdbenchClient(context, loader, plugin, values);
    client.init();
    return client;
  }

  /**
   * Initializes the plugin. After a failure, the loader stays open, because threads that the plugin
   * has started may need it.
   */
  private void init() {
    try {
      plugin.init(values);
    } catch (Exception | LinkageError e) {
      throw new IllegalStateException(
          "ndbench: " + context.address() + ".init: " + Outcome.sentenceOf(e), e);
    }
  }

  @Override
  public Session openSession() {
    Session session =
        context.blocking(
            new NdbenchSession(
                plugin, values, context.settings().get(NdbenchSettings.KEY_PREFIX), loader));
    sessions.add(session);
    return session;
  }

  /**
   * Returns a large number of sessions. They cost little, because the plugin is one object for all
   * threads.
   */
  @Override
  public int preferredSessions() {
    return SESSIONS;
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("plugin", plugin.getClass().getName());
    try {
      facts.put("connection", String.valueOf(plugin.getConnectionInfo()));
    } catch (Exception e) {
      facts.put("connection", "unknown: " + Outcome.sentenceOf(e));
    }
    return facts;
  }

  @Override
  public Map<String, String> hooks() {
    return Map.of(WORKFLOW, "Runs the plugin's own workflow.");
  }

  @Override
  public String runHook(String name) throws Exception {
    if (!name.equals(WORKFLOW)) {
      throw new UnsupportedOperationException("this driver has no hook " + name);
    }
    return String.valueOf(plugin.runWorkFlow());
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    sessions.forEach(Session::close);
    try {
      plugin.shutdown();
      loader.close();
    } catch (Exception | LinkageError e) {
      context.event("the plugin's shutdown failed: " + Outcome.sentenceOf(e));
    }
  }
}
