package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.Driver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** A run of the whole engine on a separate thread, which a test observes and disturbs. */
public final class WatchedRun implements RunListener, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final List<Interval> intervals = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Interval> unseen = new LinkedBlockingQueue<>();
  private final List<RunEvent> events = new CopyOnWriteArrayList<>();
  private final BlockingQueue<RunEvent> untold = new LinkedBlockingQueue<>();
  private final CompletableFuture<Summary> summary = new CompletableFuture<>();
  private final Run run;

  private WatchedRun(RunSpec spec, Drivers drivers, List<RunListener> others) {
    List<RunListener> listeners = new ArrayList<>(others);
    listeners.add(this);
    run = Run.prepare(spec, drivers, listeners);
  }

  /**
   * Starts a run.
   *
   * @param others listeners that are called before the test's own
   */
  public static WatchedRun start(RunRequest request, Driver driver, RunListener... others) {
    Drivers drivers = Drivers.of(driver);
    return start(RunResolver.resolve(request, drivers).spec(), drivers, others);
  }

  /** Starts a run that fills, or verifies the fill, without a measurement. */
  public static WatchedRun fill(RunRequest request, Driver driver) {
    Drivers drivers = Drivers.of(driver);
    return start(RunResolver.resolveFill(request, drivers).spec(), drivers);
  }

  /**
   * The request of a command line.
   *
   * @param settings such as {@code rate=1k for=2s mix=read=1}
   */
  public static RunRequest request(String target, String settings) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String setting : settings.strip().split(" ", -1)) {
      int equals = setting.indexOf('=');
      values.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return RunRequest.of(target, values);
  }

  private static WatchedRun start(RunSpec spec, Drivers drivers, RunListener... others) {
    WatchedRun watched = new WatchedRun(spec, drivers, List.of(others));
    Thread.ofPlatform().name("watched-run").daemon().start(watched::execute);
    return watched;
  }

  private void execute() {
    try {
      summary.complete(run.execute());
    } catch (Throwable e) { // errors must reach the test, too
      summary.completeExceptionally(e);
    }
  }

  public Run run() {
    return run;
  }

  /** Ends the load, and waits for operations in flight. */
  public Summary stop() throws Exception {
    run.stop();
    return summary();
  }

  /** Waits for the run's end. */
  public Summary summary() throws InterruptedException, ExecutionException, TimeoutException {
    return summary(PATIENCE);
  }

  public Summary summary(Duration patience)
      throws InterruptedException, ExecutionException, TimeoutException {
    return summary.get(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Waits for the next interval that satisfies a condition; earlier intervals do not count. */
  public Interval await(Predicate<Interval> wanted) throws Exception {
    return await(wanted, PATIENCE);
  }

  public Interval await(Predicate<Interval> wanted, Duration patience) throws Exception {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (true) {
      Interval next = unseen.poll(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        throw new AssertionError("no interval was as expected:\n" + told());
      }
      if (wanted.test(next)) {
        return next;
      }
    }
  }

  /** Waits for successes in an interval that starts after now. */
  public void awaitRecovery(Duration bound) throws Exception {
    unseen.clear();
    long deadlineNanos = System.nanoTime() + bound.toNanos();
    await(interval -> true, bound); // it started before
    await(
        interval -> interval.figures().accounting().answered().succeeded() > 0,
        Duration.ofNanos(deadlineNanos - System.nanoTime()));
  }

  private String told() {
    return intervals.stream()
        .map(i ->
            i.window().phase()
                + " "
                + i.figures().accounting()
                + " "
                + i.figures().failures()
                + "\n")
        .collect(Collectors.joining());
  }

  /** Counts everything that the run did: fill, warm-up and measurement. */
  public long total(ToLongFunction<Accounting> count) {
    return intervals.stream().map(each -> each.figures().accounting()).mapToLong(count).sum();
  }

  /**
   * Checks that each scheduled operation ended in exactly one way, and returns how many there were.
   */
  public static long accountedFor(Accounting accounting) {
    assertThat(accounting.ended()).as(accounting.toString()).isEqualTo(accounting.scheduled());
    return accounting.ended();
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    intervals.add(interval);
    unseen.add(interval);
  }

  @Override
  public void event(RunEvent event) {
    events.add(event);
    untold.add(event);
  }

  /** Waits for the first event of a kind. */
  public RunEvent awaitEvent(EventKind kind) throws Exception {
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      RunEvent next = untold.poll(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        throw new AssertionError("no event " + kind + ":\n" + told());
      }
      if (next.kind() == kind) {
        return next;
      }
    }
  }

  /** The events of a kind so far. */
  public List<RunEvent> events(EventKind kind) {
    return events.stream().filter(event -> event.kind() == kind).toList();
  }

  /** Ends a run that is still running because the test has failed. */
  @Override
  public void close() {
    if (!summary.isDone()) {
      run.abort();
    }
    // The test already has the result, or failed for another reason.
    Summary _ =
        summary
            .handle((told, _) -> told)
            .completeOnTimeout(null, PATIENCE.toNanos(), TimeUnit.NANOSECONDS)
            .join();
  }
}
