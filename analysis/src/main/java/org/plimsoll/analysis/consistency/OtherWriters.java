package org.plimsoll.analysis.consistency;

import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.Parameters;

/**
 * Describes the operations of other generators on the keys that this generator tracks. Their writes
 * are unknown, so a generator judges only reads that returned one of its own writes.
 *
 * @param exist whether there are other generators
 * @param delete whether they delete rows; otherwise an absent row was never written, or is lost
 * @param leaveNoStamp whether they write rows without a write stamp; otherwise such a row is from
 *     before the run
 */
public record OtherWriters(boolean exist, boolean delete, boolean leaveNoStamp) {
  /** There is no other generator. */
  public static final OtherWriters NONE = new OtherWriters(false, false, false);

  /**
   * Number of low bits of a part number that identify the generator; the other bits identify the
   * run.
   */
  private static final int GENERATOR_BITS = 12;

  /** Returns the operations of generators with these loads. */
  public static OtherWriters of(List<Parameters> loads) {
    List<OperationType> writes =
        loads.stream()
            .flatMap(load -> load.lanes().stream())
            .flatMap(lane -> lane.mix().stream())
            .flatMap(OtherWriters::performed)
            .filter(type -> type.side() == OperationType.Side.WRITES)
            .toList();
    return new OtherWriters(
        true,
        writes.contains(OperationType.DELETE),
        writes.stream().anyMatch(type -> !type.equals(OperationType.DELETE) && !leavesStamp(type)));
  }

  /** Returns whether a write creates rows with its stamp. */
  static boolean leavesStamp(OperationType type) {
    return type.insert()
        || type.equals(OperationType.UPDATE)
        || type.equals(OperationType.BULK_WRITE);
  }

  private static Stream<OperationType> performed(Parameters.Weight weight) {
    return weight.steps().isEmpty()
        ? Stream.of(weight.type())
        : weight.steps().stream().map(Parameters.Step::type);
  }

  /** Returns whether these operations include all operations of another instance. */
  public boolean include(OtherWriters others) {
    return (delete || !others.delete) && (leaveNoStamp || !others.leaveNoStamp);
  }

  /**
   * Returns the part number of a generator in a run, for {@link ConsistencyMonitor}.
   *
   * @param run any number of the run
   */
  public static int part(int run, int generator) {
    int mask = (1 << GENERATOR_BITS) - 1;
    // The run's bits must not all be 0, because there is no part 0.
    int bits = Math.max(1, run & (Integer.MAX_VALUE >>> GENERATOR_BITS));
    return bits << GENERATOR_BITS | (generator & mask);
  }

  /** Returns whether two part numbers belong to the same run. */
  static boolean areOfOneRun(int part, int other) {
    return part >>> GENERATOR_BITS == other >>> GENERATOR_BITS;
  }
}
