package org.plimsoll.driver.voldemort;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Creates the requests for operations, with the current topology and settings. */
final class Requests {
  private static final String METADATA = "metadata";
  private static final byte[] STATE = {'s', 'e', 'r', 'v', 'e', 'r', '.', 's', 't', 'a', 't', 'e'};

  private final Supplier<Topology> topology;
  private final Runnable onInvalidMetadata;
  private volatile Live live;

  /**
   * The settings that can change during a run.
   *
   * @param reads the number of answers for which reads wait; 0: as defined by the store
   * @param writes the number of answers for which writes wait; 0: as defined by the store
   */
  record Live(NodeRequest.Shape shape, int reads, int writes) {}

  /**
   * Creates an instance.
   *
   * @param onInvalidMetadata called when a server reports that it does not have a key
   */
  Requests(Supplier<Topology> topology, Live live, Runnable onInvalidMetadata) {
    this.topology = topology;
    this.live = live;
    this.onInvalidMetadata = onInvalidMetadata;
  }

  void change(Live changed) {
    live = changed;
  }

  List<Node> nodes(byte[] key) {
    return topology.get().nodes(key);
  }

  boolean routed() {
    return live.shape().routed();
  }

  /** Whether reads return the stored values unchanged. */
  boolean plain() {
    return !routed() && live.shape().transform().length == 0;
  }

  StoreDefinition.Quorum reads() {
    return topology.get().reads(live.reads());
  }

  StoreDefinition.Quorum writes() {
    return topology.get().writes(live.writes());
  }

  /** Reads the versions of a row, including their values. */
  void values(Flight flight, byte[] key, Asking.End end) {
    NodeRequest.Shape shape = live.shape();
    new Asking(
            flight,
            nodes(key),
            reads(),
            listener -> NodeRequest.get(shape, key, checked(listener)),
            end)
        .askPreferred();
  }

  /** Reads the versions of a row, without values. */
  void versions(Flight flight, byte[] key, Asking.End end) {
    NodeRequest.Shape shape = live.shape();
    new Asking(
            flight,
            nodes(key),
            reads(),
            listener -> NodeRequest.getVersion(shape, key, checked(listener)),
            end)
        .askPreferred();
  }

  /** Deletes the versions of a row that are not newer than the given clock. */
  void delete(Flight flight, byte[] key, VectorClock clock, Asking.End end) {
    NodeRequest.Shape shape = live.shape();
    List<Node> nodes = nodes(key);
    Asking asking =
        new Asking(
            flight,
            nodes,
            writes(),
            listener -> NodeRequest.delete(shape, key, clock, checked(listener)),
            end);
    if (shape.routed()) {
      asking.askPreferred();
    } else {
      asking.askAll();
    }
  }

  NodeRequest put(byte[] key, VectorClock clock, byte[] value, Consumer<Answer> listener) {
    return NodeRequest.put(live.shape(), key, clock, value, checked(listener));
  }

  NodeRequest getAll(List<byte[]> keys, Consumer<Answer> listener) {
    return NodeRequest.getAll(live.shape(), keys, checked(listener));
  }

  /** Creates a request for the state of the server, which accesses no row. */
  static NodeRequest ping(Consumer<Answer> listener) {
    return NodeRequest.get(NodeRequest.Shape.plain(METADATA), STATE, listener);
  }

  /** Creates a request for a part of the metadata. */
  static NodeRequest metadata(byte[] name, Consumer<Answer> listener) {
    return NodeRequest.get(NodeRequest.Shape.plain(METADATA), name, listener);
  }

  private Consumer<Answer> checked(Consumer<Answer> listener) {
    return answer -> {
      Failure failure = answer.failure();
      if (failure != null && failure.code().equals(Failure.INVALID_METADATA)) {
        onInvalidMetadata.run();
      }
      listener.accept(answer);
    };
  }

  /** Returns all versions in the answers of several nodes. */
  static List<Versioned> versions(List<Asking.Reply> replies) {
    if (replies.size() == 1) {
      return replies.getFirst().answer().versions();
    }
    List<Versioned> all = new ArrayList<>();
    replies.forEach(reply -> all.addAll(reply.answer().versions()));
    return all;
  }

  /** Returns the merged clock of all versions in the answers of several nodes. */
  static VectorClock merged(List<Asking.Reply> replies) {
    return Versioned.merged(versions(replies));
  }
}
