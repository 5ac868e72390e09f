package org.plimsoll.engine.workload;

import org.plimsoll.api.OperationType;

/**
 * The operations of a fill: one for each key of a shard, in order. Position k of shard s is key
 * k·shards + s, so that shards share a range evenly and a fill can resume.
 *
 * @param type {@code INSERT}, or {@code READ} to check existing rows
 * @param fromPosition first position
 * @param positions end of the positions, exclusive
 */
public record FillSource(
    Workload workload, OperationType type, int shard, int shards, long fromPosition, long positions)
    implements OperationSource {

  /** Returns the number of a shard's positions in a range of keys. */
  public static long positions(long keys, int shard, int shards) {
    return (keys - shard + shards - 1) / shards;
  }

  /** Returns the number of operations. */
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
