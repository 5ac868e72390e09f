package org.plimsoll.server.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.GeneratorVerdict;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Validity;
import org.plimsoll.run.OwnPart;
import org.plimsoll.run.Run;
import org.plimsoll.run.VerdictSoFar;

/** Collects the validity of this node's measurements in its runs. */
final class NodeVerdicts {
  /** Number of ended runs to include, for nodes that end slightly later. */
  private static final int ENDED_TOLD = 2;

  private NodeVerdicts() {}

  /** Returns the runs without those that this node only shows. */
  static List<LiveRun> takingPart(List<LiveRun> runs) {
    return runs.stream().filter(run -> OwnPart.takesPart(run.control().run())).toList();
  }

  /**
   * Returns the verdicts of the live runs, and of the last ended runs of a fleet.
   *
   * @param runs the runs in the order of their start
   */
  static List<GeneratorVerdict> of(List<LiveRun> runs) {
    List<GeneratorVerdict> verdicts = new ArrayList<>();
    int ended = 0;
    for (LiveRun each : takingPart(runs).reversed()) {
      Run run = each.control().run();
      OwnPart own = OwnPart.of(run).orElse(null);
      boolean isTold = each.isGoingOn() || (own != null && ended < ENDED_TOLD);
      if (isTold && own != null) {
        ended += each.isGoingOn() ? 0 : 1;
        verdicts.add(
            verdict(each.id(), own.generator(), own.validity(), own.worst(), own.lagNanos()));
      } else if (isTold) {
        VerdictSoFar soFar = run.soFar();
        verdicts.add(
            verdict(
                each.id(),
                0,
                soFar == null ? null : soFar.validity(),
                soFar == null ? null : soFar.findings().stream().findFirst().orElse(null),
                null));
      }
    }
    return verdicts;
  }

  private static GeneratorVerdict verdict(
      String run,
      int generator,
      @Nullable Validity validity,
      @Nullable Finding worst,
      @Nullable Long lagNanos) {
    return new GeneratorVerdict(
        run,
        generator,
        validity == null ? null : validity.text(),
        worst == null ? null : worst.text(),
        lagNanos);
  }
}
