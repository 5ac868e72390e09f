package org.plimsoll.driver.voldemort;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a node to a request.
 *
 * @param failure the reason why there is no result; null if there is a result
 * @param versions the versions for a request with one key
 * @param byKey the versions by key, for a request with several keys
 * @param deleted whether a delete has deleted a version
 */
record Answer(
    @Nullable Failure failure,
    List<Versioned> versions,
    Map<ByteBuffer, List<Versioned>> byKey,
    boolean deleted) {
  /** The answer to a write. */
  static final Answer DONE = new Answer(null, List.of(), Map.of(), false);

  static Answer failed(Failure failure) {
    return new Answer(failure, List.of(), Map.of(), false);
  }

  static Answer found(List<Versioned> versions) {
    return new Answer(null, versions, Map.of(), false);
  }

  static Answer foundMany(Map<ByteBuffer, List<Versioned>> byKey) {
    return new Answer(null, List.of(), byKey, false);
  }

  static Answer deleted(boolean deleted) {
    return new Answer(null, List.of(), Map.of(), deleted);
  }
}
