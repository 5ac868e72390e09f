package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.metrics.MetricsOut;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.settings.SweepPlan.Visit;
import tools.jackson.databind.JsonNode;

/** Executes one run of a sweep at a time, in this process or on all nodes of a fleet. */
interface SweepExecution {
  /**
   * Executes a run into a folder.
   *
   * @param stopped whether the run is to be stopped at once
   */
  Summary execute(Visit visit, Path folder, boolean stopped) throws Exception;

  /** Ends the run in progress early, if there is one. */
  void stop(boolean aborts);

  /** Returns the settings that the folder of the run will contain. */
  Map<String, Object> settings(Visit visit);

  /** Returns an execution that performs each run in this process. */
  static SweepExecution here(Drivers drivers) {
    return new Here(drivers);
  }

  /** Returns an execution that performs each run on all nodes of a fleet. */
  static SweepExecution inFleet(Console console, FleetClient client, Drivers drivers) {
    return new InFleet(console, client, drivers);
  }

  /** Runs in this process. */
  final class Here implements SweepExecution {
    private final Drivers drivers;
    private volatile @Nullable Run running;

    private Here(Drivers drivers) {
      this.drivers = drivers;
    }

    @Override
    public Summary execute(Visit visit, Path folder, boolean stopped) throws Exception {
      try (Recording recording = Recording.into(folder.toString());
          MetricsOut metrics = MetricsOut.open(visit.run().spec().observation().sinks())) {
        Run run = Run.prepare(visit.run().spec(), drivers, List.of(recording, metrics));
        running = run;
        if (stopped) {
          run.stop();
        }
        return run.execute();
      } finally {
        running = null;
      }
    }

    @Override
    public void stop(boolean aborts) {
      Run run = running;
      if (run != null && aborts) {
        run.abort();
      } else if (run != null) {
        run.stop();
      }
    }

    @Override
    public Map<String, Object> settings(Visit visit) {
      return visit.run().spec().identity().resolved();
    }
  }

  /** Runs on all nodes of a fleet, with a copy of each run's folder. */
  final class InFleet implements SweepExecution {
    private final Console console;
    private final FleetClient client;
    private final Drivers drivers;
    private volatile @Nullable FleetRun running;

    private InFleet(Console console, FleetClient client, Drivers drivers) {
      this.console = console;
      this.client = client;
      this.drivers = drivers;
    }

    @Override
    public Summary execute(Visit visit, Path folder, boolean stopped) throws Exception {
      FleetRun run = FleetRun.submit(console, client, visit.request());
      running = run;
      try {
        if (stopped) {
          run.stop(false);
        }
        JsonNode row = FleetProgress.awaitEnd(client, run.id());
        String problem = FleetRun.problem(row);
        if (!problem.isEmpty()) {
          throw new IOException(problem);
        }
        return run.summary(run.copied(folder));
      } finally {
        running = null;
      }
    }

    @Override
    public void stop(boolean aborts) {
      FleetRun run = running;
      if (run != null) {
        run.stop(aborts);
      }
    }

    @Override
    public Map<String, Object> settings(Visit visit) {
      return RunResolver.resolve(visit.request(), drivers).spec().identity().resolved();
    }
  }
}
