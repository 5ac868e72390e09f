package org.plimsoll.fleet;

import java.util.List;

/** The load of this node, as the fleet uses it. Its methods do not block. */
public interface NodeLoad {
  /** Returns the ids of the live runs. */
  List<String> liveRuns();

  /** Returns the validity of this node's measurements in live and recently ended runs. */
  List<GeneratorVerdict> verdicts();

  /** Aborts every run, and returns their ids. */
  List<String> stopAllLoad();
}
