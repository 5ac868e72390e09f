package org.plimsoll.fleet.generator;

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

  private ToldJson() {}
}
