package org.plimsoll.fleet.generator;

import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON form of what the generators of a run share. Missing and unknown properties are allowed,
 * because nodes may have different versions.
 */
final class ToldJson {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};

  private ToldJson() {}
}
