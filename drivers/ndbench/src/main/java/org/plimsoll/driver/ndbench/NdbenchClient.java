package org.plimsoll.driver.ndbench;

import com.netflix.ndbench.api.plugin.NdBenchAbstractClient;
import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;

/** A plugin, loaded and initialized: one object that all threads share, as in NDBench. */
final class NdbenchClient implements Client {
  private static final String WORKFLOW = "run-workflow";

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
    set(context.settings().get(NdbenchDriver.PROPERTIES));
    set(context.settings().get(NdbenchDriver.SECRET_PROPERTIES));
    PluginLoader loader =
        PluginLoader.of(
            context.settings().get(NdbenchDriver.PLUGIN), NdbenchClient.class.getClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    OperationValues values = new OperationValues();
    try {
      NdBenchAbstractClient<?> plugin = PluginMaker.make(loader, context.address(), values);
      init(plugin, context.address(), values);
      return new NdbenchClient(context, loader, plugin, values);
    } catch (IllegalArgumentException | IllegalStateException e) {
      loader.close();
      throw e;
    }
  }

  private static void init(NdBenchAbstractClient<?> plugin, String name, OperationValues values) {
    try {
      plugin.init(values);
    } catch (Exception | LinkageError e) {
      throw new IllegalStateException("ndbench: " + name + ".init: " + PluginMaker.sentence(e), e);
    }
  }

  /** Plugins read their configuration from the process: NDBench has no other way to tell them. */
  private static void set(String lines) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(lines));
    properties.forEach(
        (key, value) -> System.setProperty(String.valueOf(key), String.valueOf(value)));
  }

  @Override
  public Session openSession() {
    Session session =
        context.blocking(
            new NdbenchSession(
                plugin, values, context.settings().get(NdbenchDriver.KEY_PREFIX), loader));
    sessions.add(session);
    return session;
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("plugin", plugin.getClass().getName());
    try {
      facts.put("connection", String.valueOf(plugin.getConnectionInfo()));
    } catch (Exception e) {
      facts.put("connection", "unknown: " + PluginMaker.sentence(e));
    }
    return facts;
  }

  @Override
  public Map<String, String> hooks() {
    return Map.of(WORKFLOW, "runs the plugin's own workflow");
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
      context.event("the plugin's shutdown failed: " + PluginMaker.sentence(e));
    }
  }
}
