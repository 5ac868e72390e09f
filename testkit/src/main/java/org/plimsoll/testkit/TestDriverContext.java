package org.plimsoll.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.Client;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.Timeline;
import org.plimsoll.engine.spec.TargetUri;

/**
 * What a driver is opened with in tests: real time unless a timeline is given, and a thread for
 * each blocking call, virtual unless the driver burns CPU.
 */
public final class TestDriverContext implements DriverContext, AutoCloseable {
  private final Driver driver;
  private final String address;
  private final Map<String, String> settings;
  private final List<String> fieldNames;
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
  private final Timeline timeline;
  private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final Deque<TestDriverContext> parts = new ArrayDeque<>();
  private @Nullable Path temporaryFolder;

  public TestDriverContext(
      Driver driver, String address, Map<String, String> settings, List<String> fieldNames) {
    this(driver, address, settings, fieldNames, null);
  }

  /** A context whose time is the given timeline's. */
  public TestDriverContext(
      Driver driver,
      String address,
      Map<String, String> settings,
      List<String> fieldNames,
      @Nullable Timeline timeline) {
    this.driver = driver;
    this.address = address;
    this.settings = Map.copyOf(settings);
    this.fieldNames = List.copyOf(fieldNames);
    this.timeline = timeline == null ? new RealTimeline(scheduler) : timeline;
  }

  /** Settings by name, of names and values in turn. */
  public static Map<String, String> named(String... namesAndValues) {
    Map<String, String> named = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      named.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return named;
  }

  /** Opens the driver's target. */
  public Client open() throws Exception {
    return driver.open(this);
  }

  /** What the driver has counted so far, by name. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach((name, adder) -> counts.put(name, adder.sum()));
    return counts;
  }

  /** What the driver has told of its target so far. */
  public List<String> events() {
    return List.copyOf(events);
  }

  @Override
  public void event(String text) {
    events.add(text);
  }

  /** Values by name, over the driver's defaults; a name that the driver lacks is refused. */
  public static SettingValues values(Driver driver, Map<String, String> texts) {
    Map<String, Setting<?>> known = new HashMap<>();
    driver.settings().forEach(setting -> known.put(setting.name(), setting));
    for (String name : texts.keySet()) {
      if (!known.containsKey(name)) {
        throw new IllegalArgumentException(name + ": " + driver.name() + " has no such setting");
      }
    }
    return new SettingValues() {
      @Override
      public <T> T get(Setting<T> setting) {
        if (!setting.equals(known.get(setting.name()))) {
          throw new IllegalArgumentException(setting.name() + " is not one of the driver's");
        }
        String text = texts.getOrDefault(setting.name(), setting.defaultText());
        if (text == null) {
          throw new IllegalArgumentException(setting.name() + ": has no default; give a value");
        }
        return setting.parse(text);
      }

      @Override
      public boolean isGiven(Setting<?> setting) {
        return texts.containsKey(setting.name());
      }
    };
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public SettingValues settings() {
    return values(driver, settings);
  }

  @Override
  public List<String> fieldNames() {
    return fieldNames;
  }

  @Override
  public synchronized Path temporaryFolder() {
    Path folder = temporaryFolder;
    if (folder == null) {
      try {
        folder = Files.createTempDirectory("plimsoll-contract");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      temporaryFolder = folder;
    }
    return folder;
  }

  @Override
  public Timeline timeline() {
    return timeline;
  }

  @Override
  public long seed() {
    return 42;
  }

  @Override
  public Session blocking(BlockingSession session) {
    Thread.Builder threads =
        driver.capabilities().contains(Driver.Capability.BURNS_CPU)
                || driver.capabilities().contains(Driver.Capability.THREAD_PER_SESSION)
            ? Thread.ofPlatform().daemon()
            : Thread.ofVirtual();
    return new Blocking(session, threads::start, session::close);
  }

  @Override
  public Session confined(Thread.Builder thread, Callable<? extends BlockingSession> maker)
      throws Exception {
    ExecutorService own = Executors.newSingleThreadExecutor(thread.factory());
    try {
      BlockingSession session = own.submit(maker).get();
      return new Blocking(session, own, () -> closeOn(own, session));
    } catch (ExecutionException e) {
      own.shutdown();
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** A call under way may never return: nobody waits for it. */
  private static void closeOn(ExecutorService own, BlockingSession session) {
    if (!own.isShutdown()) {
      own.execute(session::close);
      own.shutdown();
    }
  }

  /** Opens a part with the driver of that name on the class path. */
  @Override
  public Client open(Setting<String> part) throws Exception {
    TargetUri uri = TargetUri.parse(settings().get(part));
    Driver its =
        ServiceLoader.load(Driver.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(each -> each.name().equals(uri.scheme()))
            .findFirst()
            .orElseThrow();
    TestDriverContext context =
        new TestDriverContext(its, uri.address(), uri.query(), fieldNames, timeline);
    Client client = context.open();
    parts.push(context);
    return client;
  }

  @Override
  public Counter counter(String name) {
    return counters.computeIfAbsent(name, _ -> new LongAdder())::add;
  }

  @Override
  public Timing timing(String name) {
    return counter(name)::add;
  }

  @Override
  public synchronized void close() {
    parts.forEach(TestDriverContext::close);
    scheduler.shutdownNow();
    if (temporaryFolder != null) {
      try (Stream<Path> files = Files.walk(temporaryFolder)) {
        for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      temporaryFolder = null;
    }
  }

  private record RealTimeline(ScheduledExecutorService scheduler) implements Timeline {
    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public void schedule(long atNanos, Runnable action) {
      long delayNanos = Math.max(0, atNanos - System.nanoTime());
      var _ = scheduler.schedule(action, delayNanos, TimeUnit.NANOSECONDS);
    }
  }

  /** One call at a time, each on its own thread; whoever ends first, call or close, completes. */
  private static final class Blocking implements Session {
    private final BlockingSession session;
    private final Executor executor;
    private final Runnable closing;
    private final Map<Once, Boolean> underWay = new ConcurrentHashMap<>();

    Blocking(BlockingSession session, Executor executor, Runnable closing) {
      this.session = session;
      this.executor = executor;
      this.closing = closing;
    }

    @Override
    public void execute(Operation operation, Completion completion) {
      Once once = new Once(completion);
      underWay.put(once, true);
      try {
        executor.execute(() -> {
          completion.started();
          once.complete(call(operation));
          underWay.remove(once);
        });
      } catch (RejectedExecutionException e) {
        once.complete(Outcome.failed("closed"));
      }
    }

    private Outcome call(Operation operation) {
      try {
        return session.execute(operation);
      } catch (Exception e) {
        return Outcome.failed(session.failureCode(e), e);
      }
    }

    @Override
    public void close() {
      underWay.keySet().forEach(once -> once.complete(Outcome.failed("closed")));
      closing.run();
    }
  }

  private static final class Once {
    private final Completion completion;
    private boolean done;

    Once(Completion completion) {
      this.completion = completion;
    }

    void complete(Outcome outcome) {
      synchronized (this) {
        if (done) {
          return;
        }
        done = true;
      }
      completion.complete(outcome);
    }
  }
}
