package org.plimsoll.fleet;

import java.util.List;

/** The load of this node, as far as the fleet needs it. Its methods do not wait. */
public interface NodeLoad {
  /** Ids of the live runs. */
  List<String> liveRuns();

  /** How this node judges its part in its live runs, and in those that ended lately. */
  List<GeneratorVerdict> verdicts();

  /** Aborts every run, and returns their ids. */
  List<String> stopAllLoad();
}
