package org.plimsoll.fleet.generator;

import java.util.List;
import org.plimsoll.analysis.consistency.ConsistencyPart;
import tools.jackson.core.JacksonException;

/** Encodes a generator's consistency results as text for the other generators. */
final class ToldConsistency {
  static final String NAME = "consistency";

  private ToldConsistency() {}

  static String of(ConsistencyPart part) {
    return ToldJson.MAPPER.writeValueAsString(part);
  }

  /**
   * Decodes the results of all generators.
   *
   * @throws IllegalArgumentException if a part cannot be decoded
   */
  static List<ConsistencyPart> read(List<String> texts) {
    try {
      return texts.stream()
          .map(text -> ToldJson.MAPPER.readValue(text, ConsistencyPart.class))
          .toList();
    } catch (JacksonException e) {
      throw new IllegalArgumentException("The consistency data of a generator cannot be read", e);
    }
  }
}
