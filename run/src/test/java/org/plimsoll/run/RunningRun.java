package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;

/** A run without an end in real time, which others control and a test observes. */
final class RunningRun implements AutoCloseable, RunListener {
  private static final long PATIENCE_SECONDS = 60;

  private final BlockingQueue<Interval> intervals = new LinkedBlockingQueue<>();
  private final BlockingQueue<RunEvent> events = new LinkedBlockingQueue<>();
  private final RunControl control;
  private final CompletableFuture<Summary> ended = new CompletableFuture<>();

  private RunningRun(Drivers drivers, Map<String, String> spec) {
    control =
        RunControl.prepare(
            RunRequest.of("sim:?service=constant(1ms)", Map.of("forever", "true", "warmup", "0"))
                .overriddenBy(RunRequest.of(null, spec)),
            RunRequest.empty(),
            drivers,
            List.of(this));
  }

  /** Starts a run with a spec. {@code with} receives it before the start. */
  static RunningRun begin(Drivers drivers, Map<String, String> spec, Consumer<RunControl> with) {
    RunningRun run = new RunningRun(drivers, spec);
    with.accept(run.control);
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            run.ended.complete(run.control.run().execute());
          } catch (Exception | LinkageError e) {
            run.ended.completeExceptionally(e);
          }
        });
    return run;
  }

  static RunningRun begin(Map<String, String> spec) {
    return begin(Drivers.of(new SimDriver()), spec, _ -> {});
  }

  RunControl control() {
    return control;
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    intervals.add(interval);
  }

  @Override
  public void event(RunEvent event) {
    events.add(event);
  }

  /** Waits for a second at whose end this rate was requested. */
  Interval awaitRate(double perSecond) throws InterruptedException {
    while (true) {
      Interval interval = intervals.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(interval).as("a second with the rate %s", perSecond).isNotNull();
      if (Objects.requireNonNull(interval).figures().targetPerSecond() == perSecond) {
        return interval;
      }
    }
  }

  /** Waits for an event whose text contains this. */
  RunEvent awaitEvent(EventKind kind, String text) throws InterruptedException {
    while (true) {
      RunEvent event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(event).as("an event with %s", text).isNotNull();
      if (Objects.requireNonNull(event).kind() == kind && event.text().contains(text)) {
        return event;
      }
    }
  }

  /** Ends the load, and waits for the result. */
  Summary stopped() throws Exception {
    control.run().stop();
    return ended();
  }

  Summary ended() throws Exception {
    return ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    control.run().abort();
    try {
      Summary _ = ended();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new AssertionError("the run did not end well", e);
    }
  }
}
