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
    String name = context.address();
    try {
      OperationValues values = new OperationValues();
      NdBenchAbstractClient<?> plugin = make(loader, name);
      plugin.init(values);
      return new NdbenchClient(context, loader, plugin, values);
    } catch (IllegalArgumentException e) {
      loader.close();
      throw e;
    } catch (Exception | LinkageError e) {
      loader.close();
      throw new IllegalStateException("ndbench: " + name + ".init: " + sentence(e), e);
    }
  }

  /** Plugins read their configuration from the process: NDBench has no other way to tell them. */
  private static void set(String lines) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(lines));
    properties.forEach(
        (key, value) -> System.setProperty(String.valueOf(key), String.valueOf(value)));
  }

  private static NdBenchAbstractClient<?> make(ClassLoader loader, String name) {
    try {
      return (NdBenchAbstractClient<?>)
          Class.forName(name, true, loader)
              .asSubclass(NdBenchAbstractClient.class)
              .getDeclaredConstructor()
              .newInstance();
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "ndbench: there is no class '" + name + "'; --set plugin=FOLDER says where it is", e);
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          "ndbench: '" + name + "' does not implement NdBenchClient of NDBench's API", e);
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          "ndbench: '"
              + name
              + "' must have a constructor without parameters; those of Guice are not filled in",
          e);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalArgumentException(
          "ndbench: '" + name + "' cannot be made: " + sentence(e), e);
    }
  }

  private static String sentence(Throwable failure) {
    Throwable cause = failure.getCause();
    String text =
        failure.getMessage() == null ? failure.getClass().getName() : failure.getMessage();
    String why = cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage();
    return (text + why).replaceAll("\\s+", " ").strip();
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
      facts.put("connection", "unknown: " + sentence(e));
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
      context.event("the plugin's shutdown failed: " + sentence(e));
    }
  }
}
