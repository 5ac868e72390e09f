package org.plimsoll.engine.spec;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.Parameters.Weight;

/**
 * Whether the reads and the writes of a load are on. They are switched independently; the run and
 * its parameters do not change. With both off the load is paused.
 */
public record Switches(boolean reads, boolean writes) {
  /** The value with reads and writes on: the whole load. */
  public static final Switches ON = new Switches(true, true);

  /** Returns the text of a side. */
  public static String text(boolean isOn) {
    return isOn ? "on" : "off";
  }

  /** Combines two switches: a side is on if it is on in both. */
  public Switches and(Switches other) {
    return new Switches(reads && other.reads, writes && other.writes);
  }

  /** Whether both sides are off. */
  public boolean isPaused() {
    return !reads && !writes;
  }

  /**
   * Returns the parameters of the part of the load that is on. The side that is on keeps its own
   * rate: of 10,000/s with 20 % writes, the reads alone are 8,000/s. All workers of a mixed lane
   * remain, and perform the rest of the mix.
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

  /**
   * Returns the parameters of a generator that sends only these sides, while the others of its
   * fleet follow the same schedule.
   */
  public Parameters within(Parameters whole) {
    if (equals(ON)) {
      return whole;
    }
    Sides sides = new Sides(reads, writes);
    return whole.withLanes(
        whole.lanes().stream()
            .map(lane -> new Lane(lane.name(), lane.mix(), lane.rate(), lane.workers(), sides))
            .toList());
  }

  private boolean isOn(Weight weight) {
    return weight.weight() > 0 && new Sides(reads, writes).include(weight.type());
  }

  private static double sum(List<Weight> mix) {
    return mix.stream().mapToDouble(Weight::weight).sum();
  }
}
