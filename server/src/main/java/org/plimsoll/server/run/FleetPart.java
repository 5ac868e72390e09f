package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.fleet.generator.NodeRuns;
import org.plimsoll.fleet.generator.Submission;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.result.RunListener;
import org.plimsoll.run.FleetSeat;
import org.plimsoll.run.RunControl;
import org.plimsoll.settings.RunRequest;

/** Begins the part of this server in the runs of its fleet, within the server's own limits. */
public final class FleetPart implements NodeRuns {
  private final LiveRuns runs;

  public FleetPart(LiveRuns runs) {
    this.runs = runs;
  }

  @Override
  public Optional<Path> begin(Submission submission, FleetSeat seat, RunListener listener)
      throws IOException {
    LiveRun live =
        runs.begin(
            RunControl.prepare(
                submission.request(),
                RunRequest.empty(),
                runs.drivers(),
                List.of(listener),
                Clock.system(),
                runs.guard(),
                seat),
            new Labels(submission.tags(), submission.notes()));
    return Optional.ofNullable(live.folder());
  }
}
