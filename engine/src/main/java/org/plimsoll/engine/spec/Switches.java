package org.plimsoll.engine.spec;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.OperationType.Side;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.Parameters.Weight;

/**
 * Which sides of a load are on: reads and writes are started and stopped apart, while the run and
 * its parameters stay as they are. With both off it is paused.
 */
public record Switches(boolean reads, boolean writes) {
  /** The load as its parameters have it. */
  public static final Switches ON = new Switches(true, true);

  /**
   * What is left of a load. The side that is on keeps its own rate: of 10,000/s with 20 % writes,
   * reads alone are 8,000/s. Workers do not belong to a side unless their lane does: those of a mix
   * stay, and do what is left of it.
   */
  public Parameters of(Parameters whole) {
    if (equals(ON)) {
      return whole;
    }
    List<Lane> lanes = new ArrayList<>();
    for (Lane lane : whole.lanes()) {
      List<Weight> left = lane.mix().stream().filter(this::isOn).toList();
      boolean isClosed = whole.model() == Model.CLOSED;
      lanes.add(
          new Lane(
              lane.name(),
              left.isEmpty() ? lane.mix() : left,
              isClosed ? lane.rate() : RateSpec.scaled(lane.rate(), sum(left) / sum(lane.mix())),
              isClosed && left.isEmpty() ? 0 : lane.workers()));
    }
    return whole.withLanes(lanes);
  }

  private boolean isOn(Weight weight) {
    return weight.weight() > 0 && (weight.type().side() == Side.READS ? reads : writes);
  }

  private static double sum(List<Weight> mix) {
    return mix.stream().mapToDouble(Weight::weight).sum();
  }
}
