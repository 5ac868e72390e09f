package org.plimsoll.driver.cassandrathrift;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The replicas for each key, from the token ranges of the keyspace.
 *
 * @param <T> the type of the partitioner's tokens
 */
final class Ring<T extends Comparable<T>> {
  private final Function<ByteBuffer, T> tokenOf;
  private final NavigableMap<T, List<Node>> byEnd = new TreeMap<>();

  private Ring(
      Function<ByteBuffer, T> tokenOf,
      Function<String, T> parser,
      Map<String, List<Node>> replicasByEnd) {
    this.tokenOf = tokenOf;
    replicasByEnd.forEach((end, replicas) -> byEnd.put(parser.apply(end), List.copyOf(replicas)));
  }

  /**
   * Creates the ring for a partitioner, or returns null if this driver cannot compute its tokens.
   *
   * @param partitioner the class name of the partitioner, with or without the package
   * @param replicasByEnd the replicas of each range, by its end token (inclusive)
   */
  static @Nullable Ring<?> of(String partitioner, Map<String, List<Node>> replicasByEnd) {
    if (replicasByEnd.isEmpty()) {
      return null;
    }
    return switch (partitioner.substring(partitioner.lastIndexOf('.') + 1)) {
      case "Murmur3Partitioner" -> new Ring<>(Tokens::murmur3, Long::valueOf, replicasByEnd);
      case "RandomPartitioner" -> new Ring<>(Tokens::random, BigInteger::new, replicasByEnd);
      default -> null;
    };
  }

  /** Returns the replicas for a key, in the order of the server. */
  List<Node> replicas(ByteBuffer key) {
    Map.Entry<T, List<Node>> range = byEnd.ceilingEntry(tokenOf.apply(key));
    return (range == null ? byEnd.firstEntry() : range).getValue();
  }
}
