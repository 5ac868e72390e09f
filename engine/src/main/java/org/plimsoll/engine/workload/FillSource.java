package org.plimsoll.engine.workload;

import org.plimsoll.api.OperationType;

/**
 * One operation for each key of a shard, one after another: position k of shard s is key k·shards +
 * s, so that shards of any speed share a range evenly and a fill goes on where it stopped.
 *
 * @param type {@code INSERT}, or {@code READ} to check what is there
 * @param fromPosition where to begin
 * @param positions where to end
 */
public record FillSource(
    Workload workload, OperationType type, int shard, int shards, long fromPosition, long positions)
    implements OperationSource {

  /** Positions of a shard in a range of keys. */
  public static long positions(long keys, int shard, int shards) {
    return (keys - shard + shards - 1) / shards;
  }

  /** How many operations there are. */
  public long size() {
    return Math.max(0, positions - fromPosition);
  }

  @Override
  public OperationType type(OperationRandom scratch, long index) {
    return type;
  }

  @Override
  public boolean prepare(OperationBuffer into, long index, long atNanos) {
    long position = fromPosition + index;
    if (position >= positions) {
      return false;
    }
    workload.prepareFill(into, position * shards + shard);
    into.type(type);
    return true;
  }
}
