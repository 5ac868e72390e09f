package org.plimsoll.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RunListener;
import org.plimsoll.run.Run;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/**
 * Measures the dispatch lag of a blocking driver: Poisson arrivals, whose calls sleep for 1 ms,
 * each in a virtual thread. The lag is measured on that thread, just before the driver is called.
 * Prints a line every two seconds: median, 99th percentile, processors used.
 */
public final class BlockingPacing {
  private static final int SECONDS_A_WINDOW = 2;

  private BlockingPacing() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, String> settings =
        Map.of(
            "rate", arguments.length > 0 ? arguments[0] : "20k",
            "arrivals", "poisson",
            "warmup", "10s",
            "for", "20s");
    Drivers drivers = Drivers.of(new Sleeper());
    RunRequest request = RunRequest.of("sleeper:", settings);
    Run.prepare(RunResolver.resolve(request, drivers).spec(), drivers, List.of(new Windows()))
        .execute();
  }

  /** Merges the seconds of each window. */
  private static final class Windows implements RunListener {
    private final Histogram lag = new Histogram(3);
    private double cores;
    private int seconds;

    @Override
    public void interval(Interval interval, Map<String, Histogram> histograms) {
      @Nullable Histogram second = histograms.get("dispatch-lag");
      if (interval.window().phase() != Phase.MEASURE || second == null) {
        return;
      }
      lag.add(second);
      cores += interval.health().cpuCores();
      if (++seconds == SECONDS_A_WINDOW) {
        System.out.printf(
            "%10d %10d %8.2f%n",
            lag.getValueAtPercentile(50), lag.getValueAtPercentile(99), cores / SECONDS_A_WINDOW);
        lag.reset();
        cores = 0;
        seconds = 0;
      }
    }
  }

  private static final class Sleeper implements Driver {
    @Override
    public String name() {
      return "sleeper";
    }

    @Override
    public String description() {
      return "Sleeps for 1 ms.";
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of();
    }

    @Override
    public Set<OperationType> operations() {
      return Set.of(OperationType.READ, OperationType.UPDATE);
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of(Capability.FINDS_EVERY_KEY);
    }

    @Override
    public Client open(DriverContext context) {
      return new Client() {
        @Override
        public Session openSession() {
          return context.blocking(new Sleep());
        }

        @Override
        public int preferredSessions() {
          return 200;
        }

        @Override
        public void close() {}
      };
    }
  }

  private static final class Sleep implements BlockingSession {
    @Override
    public Outcome execute(Operation operation) throws InterruptedException {
      Thread.sleep(Duration.ofMillis(1));
      return Outcome.succeeded(0);
    }

    @Override
    public void close() {}
  }
}
