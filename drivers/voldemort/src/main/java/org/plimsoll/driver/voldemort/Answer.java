package org.plimsoll.driver.voldemort;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node has answered to a request.
 *
 * @param failure the reason why there is no result; null if there is a result
 * @param versions the versions of the only key
 * @param byKey the versions of each key of a request for several
 * @param deleted whether a delete has deleted something
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
