package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.generator.NodeRuns;
import org.plimsoll.fleet.generator.Submission;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;
import org.plimsoll.run.FleetSeat;
import org.plimsoll.run.OwnPart;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts this server's part of fleet runs, within the server's own limits. */
public final class FleetPart implements NodeRuns {
  private static final Logger LOG = LoggerFactory.getLogger(FleetPart.class);

  /** The maximum wait for the verdict of a node. Nodes report verdicts once a second. */
  private static final Duration VERDICTS_WAIT_MAX = Duration.ofSeconds(5);

  /**
   * The maximum wait for the end of a run that was only shown on this node: its thread has nothing
   * to finish.
   */
  private static final long END_SECONDS = 10;

  private final LiveRuns runs;
  private volatile @Nullable RunGenerators generators;

  public FleetPart(LiveRuns runs) {
    this.runs = runs;
  }

  @Override
  public Optional<Path> begin(Submission submission, FleetSeat seat, RunListener listener)
      throws IOException {
    LiveRun live =
        runs.begin(
            runs.prepared(
                submission.request(), List.of(listener, new Recorded(submission.id())), seat),
            new Labels(submission.tags(), submission.notes()));
    return Optional.ofNullable(live.folder());
  }

  @Override
  public void discard(String run) throws IOException, InterruptedException {
    LiveRun watched = runs.live(run).orElse(null);
    if (watched != null) {
      boolean _ = watched.awaitEnd(END_SECONDS, TimeUnit.SECONDS);
      runs.delete(run);
    }
  }

  /** Writes the generators of each run to its folder from now on. */
  public void writes(RunGenerators its) {
    generators = its;
  }

  /**
   * Writes the generators of a run at once, so that they are known even if this process is killed.
   */
  private final class Recorded implements RunListener {
    private final String run;

    Recorded(String run) {
      this.run = run;
    }

    @Override
    public void started(RunStart start) {
      write(Duration.ZERO);
    }

    @Override
    public void finished(Summary summary) {
      write(isJudged() ? VERDICTS_WAIT_MAX : Duration.ZERO);
    }

    private boolean isJudged() {
      return runs.live(run)
          .flatMap(live -> OwnPart.of(live.control().run()))
          .filter(own -> own.validity() != null)
          .isPresent();
    }

    private void write(Duration longestWait) {
      RunGenerators its = generators;
      Path folder = runs.live(run).map(LiveRun::folder).orElse(null);
      if (its == null || folder == null) {
        return;
      }
      try {
        its.write(run, folder, longestWait);
      } catch (IOException e) {
        LOG.warn("Run {}: the file of its generators cannot be written: {}", run, e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
