package org.plimsoll.driver.cassandra;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.plimsoll.engine.RunControl;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.parameter.RunRequest;
import org.plimsoll.engine.report.Interval;
import org.plimsoll.engine.report.RunEvent;
import org.plimsoll.engine.report.RunFolder;
import org.plimsoll.engine.report.RunListener;
import org.plimsoll.engine.report.Summary;

/** A run as {@code plimsoll run} has it, on a thread of its own, that a test watches. */
final class WatchedRun implements RunListener, AutoCloseable {
  private static final long END_SECONDS = 60;

  private final BlockingQueue<Interval> unseen = new LinkedBlockingQueue<>();
  private final CompletableFuture<Summary> summary = new CompletableFuture<>();
  private final RunFolder folder;
  private final RunControl control;
  private volatile long joinedNanos = Long.MAX_VALUE;

  private WatchedRun(RunRequest file, RunRequest over, Path folder) throws Exception {
    this.folder = RunFolder.at(folder);
    control =
        RunControl.prepare(
            file, over, Drivers.of(new CassandraDriver()), List.of(this.folder, this));
  }

  /**
   * Starts a run.
   *
   * @param over what lies over the file, as the command line does
   */
  static WatchedRun start(RunRequest file, RunRequest over, Path folder) throws Exception {
    WatchedRun watched = new WatchedRun(file, over, folder);
    Thread.ofPlatform().name("watched-run").daemon().start(watched::execute);
    return watched;
  }

  private void execute() {
    try {
      summary.complete(control.run().execute());
    } catch (Throwable e) { // an error too must reach the test
      summary.completeExceptionally(e);
    }
  }

  /** When the driver first told of a node that joined; later than any second until then. */
  long joinedNanos() {
    return joinedNanos;
  }

  /** Waits for the next second that is as asked; a run that ends before has none. */
  Interval await(Predicate<Interval> wanted, Duration patience) throws Exception {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < deadlineNanos) {
      Interval next = unseen.poll(1, TimeUnit.SECONDS);
      if (next != null && wanted.test(next)) {
        return next;
      }
      if (next == null && summary.isDone()) {
        throw new AssertionError("the run has ended: " + summary.get());
      }
    }
    throw new AssertionError("no second was as wanted within " + patience);
  }

  /** Ends the load, and waits for what is under way. */
  Summary stop() throws Exception {
    control.run().stop();
    return summary.get(END_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    unseen.add(interval);
  }

  @Override
  public void event(RunEvent event) {
    if (event.kind().equals("target") && event.text().endsWith("joined")) {
      joinedNanos = Math.min(joinedNanos, event.atNanos());
    }
  }

  /** One that still goes on, since the test has failed, ends as well. */
  @Override
  public void close() {
    if (!summary.isDone()) {
      control.run().abort();
    }
    try {
      String _ = summary.handle((_, _) -> "ended").orTimeout(END_SECONDS, TimeUnit.SECONDS).join();
    } finally {
      control.close();
      folder.close();
    }
  }
}
