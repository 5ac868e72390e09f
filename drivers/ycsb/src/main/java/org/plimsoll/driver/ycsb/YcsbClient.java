package org.plimsoll.driver.ycsb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.measurements.Measurements;

/**
 * The client for a loaded binding. Each session is a DB object with its own thread. All calls to
 * {@code init}, the operations and {@code cleanup} are made on this thread, as YCSB guarantees. All
 * sessions share one {@code Properties} object, as in YCSB.
 */
final class YcsbClient implements Client {
  /**
   * Names of facts about properties: those that are set but were not requested, and those that were
   * requested but are not set.
   */
  private static final String NOT_ASKED = "properties not asked for";

  private static final String NOT_GIVEN = "properties not given";

  private final DriverContext context;
  private final BindingFolder folder;
  private final BindingLoader loader;
  private final Class<? extends DB> type;
  private final AskedProperties properties;
  private final Fields fields;
  private final @Nullable HostedWorkload workload;
  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicInteger opened = new AtomicInteger();
  private @Nullable Session first;

  private YcsbClient(
      DriverContext context,
      BindingFolder folder,
      BindingLoader loader,
      Class<? extends DB> type,
      AskedProperties properties,
      @Nullable HostedWorkload workload) {
    this.context = context;
    this.folder = folder;
    this.loader = loader;
    this.type = type;
    this.properties = properties;
    this.workload = workload;
    this.fields =
        new Fields(
            context.settings().get(YcsbSettings.FIELD_PREFIX),
            context.fieldNames(),
            context.settings().get(YcsbSettings.VALUES));
  }

  /** Loads the binding, and opens its first session to check that its store answers. */
  static Client open(DriverContext context) throws Exception {
    BindingFolder folder =
        BindingFolder.find(context.address(), context.settings().get(YcsbSettings.BINDING));
    Properties given = BindingProperties.of(context.settings(), context.fieldNames().size());
    // Some bindings report measurements in cleanup.
    Measurements.setProperties(given);
    AskedProperties properties = AskedProperties.of(given);
    BindingLoader loader = BindingLoader.of(folder, YcsbClient.class.getClassLoader());
    try {
      Class<? extends DB> type = loader.load(LegacyClasses.renamed(folder.className()), DB.class);
      String workloadClass = context.settings().get(YcsbSettings.WORKLOAD_CLASS);
      HostedWorkload workload =
          workloadClass.isEmpty()
              ? null
              : HostedWorkload.open(loader, workloadClass, properties, context);
      properties.startList(); // The workload requests many names that have defaults.
      YcsbClient client = new YcsbClient(context, folder, loader, type, properties, workload);
      client.first = client.newSession();
      return client;
    } catch (Exception | LinkageError e) {
      loader.close();
      throw e;
    }
  }

  @Override
  public Session openSession() throws Exception {
    Session ready;
    synchronized (this) {
      ready = first;
      first = null;
    }
    return ready != null ? ready : newSession();
  }

  private Session newSession() throws Exception {
    int number = opened.getAndIncrement();
    Session session =
        context.confined(
            context.settings().get(YcsbSettings.THREADS).builder(), () -> makeSession(number));
    sessions.add(session);
    return session;
  }

  /** Creates a session. Called on the thread of the session. */
  private YcsbSession makeSession(int number) throws Exception {
    Thread.currentThread().setContextClassLoader(loader);
    DB db;
    try {
      db = type.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalStateException(
          "ycsb: " + type.getName() + " cannot be created: " + Outcome.sentenceOf(e), e);
    }
    db.setProperties(properties);
    try {
      db.init();
    } catch (DBException | RuntimeException | LinkageError e) {
      throw new IllegalStateException(
          "ycsb: " + type.getName() + ".init: " + Outcome.sentenceOf(e) + names(), e);
    }
    return new YcsbSession(
        db, fields, context, workload == null ? null : workload.newThread(number, db));
  }

  /**
   * Returns the end of a message about a binding that does not start: names of properties that may
   * be the reason.
   */
  private String names() {
    List<String> parts = new ArrayList<>();
    String misspelt = properties.misspelt();
    if (!misspelt.isEmpty()) {
      parts.add(NOT_ASKED + ": " + misspelt);
    }
    String missing = properties.missing();
    if (!missing.isEmpty()) {
      parts.add(NOT_GIVEN + ": " + missing);
    }
    return parts.isEmpty() ? "" : "; " + String.join("; ", parts);
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("binding", type.getName());
    facts.put("ycsb", loader.isLegacy() ? "before 0.17, converted" : "0.17");
    if (!folder.entries().isEmpty()) {
      facts.put("binding files", String.valueOf(folder.entries().size()));
    }
    facts.put(
        "threads",
        context.settings().get(YcsbSettings.THREADS).name().toLowerCase(java.util.Locale.ROOT));
    String misspelt = properties.misspelt();
    if (!misspelt.isEmpty()) {
      facts.put(NOT_ASKED, misspelt);
    }
    String missing = properties.missing();
    if (!missing.isEmpty()) {
      facts.put(NOT_GIVEN, missing);
    }
    return facts;
  }

  @Override
  public void close() {
    sessions.forEach(Session::close);
    if (workload != null) {
      workload.close();
    }
    try {
      loader.close();
    } catch (java.io.IOException e) {
      context.event("the binding's jars could not be closed: " + e.getMessage());
    }
  }
}
