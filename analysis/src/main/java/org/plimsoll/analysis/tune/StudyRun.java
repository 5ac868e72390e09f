package org.plimsoll.analysis.tune;

import java.util.Map;
import org.plimsoll.result.Summary;

/**
 * A run of a study that has a result.
 *
 * @param nodes the nodes of the target; 0 if not known
 */
public record StudyRun(
    Map<String, String> point, Summary summary, double nodes, ServerFigures server, Costs costs) {
  /**
   * The cost of an hour of a run by part; 0 if no price is known.
   *
   * @param otherPerHour cost of machines with a common price, and of the traffic with the target
   * @param hours number of hours that the test is paid for; 0 = as long as the run took
   */
  public record Costs(
      double nodesPerHour,
      double clientsPerHour,
      double trafficPerHour,
      double otherPerHour,
      double hours) {
    /** The value without prices. */
    public static final Costs NONE = new Costs(0, 0, 0, 0, 0);

    /** Returns the cost of all parts together. */
    public double perHour() {
      return nodesPerHour + clientsPerHour + trafficPerHour + otherPerHour;
    }
  }
}
