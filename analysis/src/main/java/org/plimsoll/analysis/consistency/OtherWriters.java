package org.plimsoll.analysis.consistency;

import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.Parameters;

/**
 * What the other generators of a fleet do to the keys that this one follows. It does not know their
 * writes, so it judges only reads that returned a write of its own: whether that is older than
 * another one of its own does not depend on theirs.
 *
 * @param exist whether there are others
 * @param delete whether they delete rows; otherwise a row that is absent was never written, or lost
 * @param leaveNoStamp whether they write rows that do not say which write they are from; otherwise
 *     such a row is from before the run
 */
public record OtherWriters(boolean exist, boolean delete, boolean leaveNoStamp) {
  /** No other generator. */
  public static final OtherWriters NONE = new OtherWriters(false, false, false);

  /**
   * The lowest bits of the number of a generator's part of a run are the generator's, and the
   * others the run's.
   */
  private static final int GENERATOR_BITS = 12;

  /** Generators that do what these loads do. */
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

  /** Whether a write leaves rows that have its stamp. */
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

  /** Whether they also do what others do. */
  public boolean include(OtherWriters others) {
    return (delete || !others.delete) && (leaveNoStamp || !others.leaveNoStamp);
  }

  /**
   * The number of a generator's part of a run, for {@link ConsistencyMonitor}.
   *
   * @param run any number of the run
   */
  public static int part(int run, int generator) {
    int mask = (1 << GENERATOR_BITS) - 1;
    // The run's bits must not all be 0, as there is no part 0.
    int bits = Math.max(1, run & (Integer.MAX_VALUE >>> GENERATOR_BITS));
    return bits << GENERATOR_BITS | (generator & mask);
  }

  /** Whether two parts are of one run. */
  static boolean areOfOneRun(int part, int other) {
    return part >>> GENERATOR_BITS == other >>> GENERATOR_BITS;
  }
}
