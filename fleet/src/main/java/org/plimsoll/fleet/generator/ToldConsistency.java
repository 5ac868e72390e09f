package org.plimsoll.fleet.generator;

import java.util.List;
import org.plimsoll.analysis.consistency.ConsistencyPart;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Encodes a generator's consistency results as text for the other generators. */
final class ToldConsistency {
  static final String NAME = "consistency";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private ToldConsistency() {}

  static String of(ConsistencyPart part) {
    return MAPPER.writeValueAsString(part);
  }

  /**
   * Decodes the results of all generators.
   *
   * @throws IllegalArgumentException if a part cannot be decoded
   */
  static List<ConsistencyPart> read(List<String> texts) {
    try {
      return texts.stream().map(text -> MAPPER.readValue(text, ConsistencyPart.class)).toList();
    } catch (JacksonException e) {
      throw new IllegalArgumentException("The consistency data of a generator cannot be read", e);
    }
  }
}
